// The other carrier: ppgen itself, run by Pyodide in a worker of this page. No server answers.

const START = `
import json, pathlib
from ppgen.studio.session import Session
_session = Session(pathlib.Path("/tmp/studio"))
def answer(text):
    return json.dumps(_session.answer(json.loads(text)))
answer
`;

/** Languages whose fonts are fetched when somebody chooses one. */
const EAST_ASIAN = /^(ja|ko|zh)\b|\+(ja|ko|zh)\b/;
const FONTS = "fonts-cjk.zip";
const FONTS_CAME = `
import importlib
from ppgen.text.font_files import cjk_folder
importlib.invalidate_caches()
cjk_folder.cache_clear()
_session.fonts_came()
`;

/** @type {((text: string) => string) | undefined} */
let answer;
let python;
/** @type {Promise<void> | undefined} */
let eastAsian;
/** Messages are answered in their order. */
let last = Promise.resolve();

self.onmessage = ({ data }) => {
  last = last.then(() => (data.start ? begin(data.start) : reply(data)));
};

async function begin(about) {
  try {
    await start(about);
    self.postMessage({ ready: true });
  } catch (wrong) {
    self.postMessage({ failed: String(wrong) });
  }
}

async function reply(message) {
  if (EAST_ASIAN.test(message.job?.set?.lang || message.lang || "")) {
    eastAsian ??= fetchFonts();
    await eastAsian.catch(() => { eastAsian = undefined; }); // without them the engine says what is missing
  }
  self.postMessage(JSON.parse(answer(JSON.stringify(message))));
}

async function fetchFonts() {
  const response = await fetch(FONTS);
  if (!response.ok) throw new Error(String(response.status));
  unpack(await response.arrayBuffer());
  python.runPython(FONTS_CAME);
}

function unpack(archive) {
  python.unpackArchive(archive, "zip", { extractDir: python.runPython("import site; site.getsitepackages()[0]") });
}

/** Fetch all parts side by side, telling how far it is, then start Python. */
async function start(about) {
  const total = about.files.reduce((sum, file) => sum + file.size, 0);
  let loaded = 0;
  const parts = {};
  await Promise.all(about.files.map(async (file) => {
    const response = await fetch(file.path);
    if (!response.ok) throw new Error(`${file.path}: ${response.status}`);
    const chunks = [];
    for (const reader = response.body.getReader(); ;) {
      const { done, value } = await reader.read();
      if (done) break;
      chunks.push(value);
      loaded += value.length;
      self.postMessage({ progress: 0.8 * Math.min(1, loaded / total) });
    }
    parts[file.path] = await new Blob(chunks).arrayBuffer();
  }));
  const folder = new URL("pyodide/", self.location.href).href;
  const { loadPyodide } = await import(`${folder}pyodide.mjs`);
  python = await loadPyodide({ indexURL: folder });
  self.postMessage({ progress: 0.9 });
  unpack(parts["app.zip"]);
  answer = python.runPython(START);
  self.postMessage({ progress: 1 });
}
