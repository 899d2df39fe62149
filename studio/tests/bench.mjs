// How long a person waits, in both carriers: node studio/tests/bench.mjs, or `make bench-web`.
// Every time is a ratio to one run of `ppgen make decrypto/keywords` on the same machine just now;
// milliseconds stand beside it for the goals, and are of this machine only.

import { spawnSync } from "node:child_process";
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { PATIENCE, PYTHON, ROOT, SITE, paste, serveSite, startBrowser, startStudio } from "./host.mjs";

const RUNS = Number(process.env.RUNS || 7);
const PRODUCT = "decrypto/keywords";
const DECK = `#/${PRODUCT}?lang=en`;
/** What the issue of the studio asked for, in ms and bytes. */
const GOALS = { http: 100, worker: 300, download: 13_000_000 };

const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];

function timed(act) {
  const start = performance.now();
  act();
  return performance.now() - start;
}

const command = median(Array.from({ length: 3 }, () => timed(() => spawnSync(PYTHON, ["-m", "ppgen", "make", PRODUCT, "-o", "/dev/null", "--force"], { cwd: ROOT }))));
console.log(`1.00 is \`ppgen make ${PRODUCT}\`: ${Math.round(command)} ms here\n`);

function tell(what, ms, goal) {
  const aim = goal ? `, goal ${goal} ms: ${ms <= goal ? "reached" : "missed"}` : "";
  console.log(`${(ms / command).toFixed(2).padStart(7)}  ${what} (${Math.round(ms)} ms${aim})`);
}

/** Wait until the first sheet shows another picture. */
function changed(page, act) {
  return page.evaluate(async (text) => {
    const image = /** @type {HTMLImageElement} */ (document.querySelector("img.paper"));
    const before = image.src;
    const editor = document.querySelector(".list-editor").shadowRoot.querySelector(".cm-content");
    getSelection().selectAllChildren(editor);
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/plain", text);
    const start = performance.now();
    editor.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
    while (image.src === before) await new Promise((done) => setTimeout(done, 1));
    await image.decode();
    return performance.now() - start;
  }, act);
}

for (const [carrier, start] of [["http", startStudio], ["worker", serveSite]]) {
  const host = await start();
  const browser = await startBrowser();
  const context = await browser.newContext();
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE);
  console.log(carrier === "http" ? "ppgen studio" : "\nin the browser alone");
  const opened = async (wanted) => {
    const begun = performance.now();
    await page.goto(host.address + DECK);
    await page.locator(wanted).first().waitFor();
    return performance.now() - begun;
  };
  tell("cold: something to choose", await opened("h1"));
  const first = performance.now();
  await page.locator("img.paper").first().waitFor();
  tell("cold: from there to the first picture", performance.now() - first);
  const warm = [];
  for (let n = 0; n < 3; n++) {
    await page.goto("about:blank");
    warm.push(await opened("img.paper"));
  }
  tell("first picture of a page opened again", median(warm));
  await page.getByLabel("Mine first").check();
  await paste(page, page.getByRole("textbox", { name: /One word a line/ }), "Grandmother\nSandcastle");
  await page.waitForTimeout(2500);
  const edits = [];
  for (let n = 0; n < RUNS; n++) {
    edits.push(await changed(page, `Lighthouse${"abcdefghij"[n % 10]}\n`));
    await page.waitForTimeout(1200);
  }
  tell("an edited word to a changed picture, deck of 110", median(edits), GOALS[carrier]);
  await browser.close();
  host.end();
}

const sizes = readdirSync(SITE, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile() && entry.name !== "fonts-cjk.zip")
  .map((entry) => gzipSync(readFileSync(join(entry.parentPath, entry.name)), { level: 9 }).length);
const total = sizes.reduce((sum, size) => sum + size, 0);
console.log(`\n${(total / GOALS.download).toFixed(2).padStart(7)}  first download, packed: all but East Asian fonts, of a goal of ${GOALS.download / 1e6} MB (${(total / 1e6).toFixed(1)} MB)`);
