// The other carrier: ppgen itself, run by Pyodide in a worker of this page. No server answers.

const START = `
import json, pathlib
from ppgen.studio.session import Session
_session = Session(pathlib.Path("/tmp/studio"))
def answer(text):
    return json.dumps(_session.answer(json.loads(text)))
answer
`;

/** @type {((text: string) => string) | undefined} */
let answer;

self.onmessage = async ({ data }) => {
  if (!data.start) return self.postMessage(JSON.parse(answer(JSON.stringify(data))));
  try {
    await start(data.start);
    self.postMessage({ ready: true });
  } catch (wrong) {
    self.postMessage({ failed: String(wrong) });
  }
};

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
  const python = await loadPyodide({ indexURL: folder });
  self.postMessage({ progress: 0.9 });
  for (const file of about.files.filter((f) => f.path === "app.zip")) {
    python.unpackArchive(parts[file.path], "zip", { extractDir: python.runPython("import site; site.getsitepackages()[0]") });
  }
  answer = python.runPython(START);
  self.postMessage({ progress: 1 });
}
