// What walks and the benchmark need: both hosts of the page, a browser, and a reader of PDFs.

import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { createServer } from "node:http";
import { mkdirSync, readFileSync, statSync } from "node:fs";
import { extname, join, normalize } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";

export const ROOT = fileURLToPath(new URL("../..", import.meta.url));
export const PYTHON = process.env.PYTHON || join(ROOT, ".venv/bin/python");
export const SITE = process.env.SITE || join(ROOT, "build/site");
export const PICTURES = join(ROOT, "build/studio");
export const AXE = readFileSync(join(ROOT, "studio/node_modules/axe-core/axe.min.js"), "utf8");
const TYPES = { ".html": "text/html", ".js": "text/javascript", ".mjs": "text/javascript", ".json": "application/json", ".css": "text/css", ".svg": "image/svg+xml", ".wasm": "application/wasm", ".webp": "image/webp", ".woff2": "font/woff2", ".webmanifest": "application/manifest+json" };
// Pyodide starts in seconds on a quiet machine, and in a minute on a busy one.
export const PATIENCE = Number(process.env.PATIENCE || 120_000);

mkdirSync(PICTURES, { recursive: true });

/** Serve the folder of `make site` as any web host would. */
export async function serveSite() {
  const server = createServer((request, response) => {
    const name = normalize(decodeURIComponent(new URL(request.url, "http://x").pathname));
    const path = join(SITE, name.endsWith("/") ? `${name}index.html` : name);
    try {
      if (!path.startsWith(SITE) || !statSync(path).isFile()) throw new Error();
    } catch {
      return response.writeHead(404).end();
    }
    return response.writeHead(200, { "Content-Type": TYPES[extname(path)] || "application/octet-stream" }).end(readFileSync(path));
  });
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  return { address: `http://127.0.0.1:${server.address().port}/`, end: () => server.close() };
}

/** Start `ppgen studio`; its address is the first thing that it says. */
export async function startStudio() {
  const child = spawn(PYTHON, ["-u", "-m", "ppgen", "studio", "--no-open"], { cwd: ROOT });
  const address = await new Promise((done, fail) => {
    child.stdout.on("data", (data) => /http:\S+/.test(data) && done(/http:\S+/.exec(data)[0]));
    child.stderr.on("data", (data) => fail(new Error(String(data))));
    child.on("exit", () => fail(new Error("ppgen studio ended")));
  });
  return { address, end: () => child.kill("SIGINT") };
}

/** Read the words of a PDF with a library that is not ours. */
export function wordsOf(path) {
  const code = "import sys, pypdfium2 as p; print(*(page.get_textpage().get_text_range() for page in p.PdfDocument(sys.argv[1])))";
  const ran = spawnSync(PYTHON, ["-c", code, path], { encoding: "utf8" });
  assert.equal(ran.status, 0, ran.stderr);
  return ran.stdout;
}

/** Start a browser that asks nobody for anything. */
export function startBrowser() {
  return chromium.launch({
    executablePath: process.env.CHROMIUM || "/usr/bin/chromium",
    args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"],
  });
}

/** Paste over all that an editor holds. */
export async function paste(page, editor, text) {
  await editor.click();
  await page.keyboard.press("Control+a");
  await editor.evaluate((place, text) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/plain", text);
    place.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
  }, text);
}
