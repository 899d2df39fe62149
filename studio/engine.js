// The engine as the page sees it: one function that sends a message and returns its answer.
// Two carriers: HTTP, to the ppgen that serves this page, and a worker that runs ppgen itself.

/**
 * @typedef {{ok: boolean, result?: any, error?: string, marks?: Mark[]}} Answer
 * @typedef {{level: string, code: string, message: string, note: string, help: string,
 *            file: string, line: number, column: number, length: number}} Mark
 * @typedef {{send: (op: string, fields?: object) => Promise<any>}} Engine
 * @typedef {{carrier: string, files?: {path: string, size: number}[]}} About
 */

/** What the engine refused, with the places that say why. */
export class Refused extends Error {
  /** @param {Answer} answer */
  constructor(answer) {
    super(answer.error || "");
    this.marks = answer.marks || [];
  }
}

/**
 * Connect to the engine.
 * @param {About} about what engine.json says
 * @param {(share: number) => void} progress told while a worker loads
 * @returns {Promise<Engine>}
 */
export async function connect(about, progress) {
  const carry = about.carrier === "worker" ? await inWorker(about, progress) : overHttp;
  return {
    async send(op, fields = {}) {
      const answer = await carry({ op, ...fields });
      if (!answer.ok) throw new Refused(answer);
      return answer.result;
    },
  };
}

/**
 * Run one at a time; of those that come meanwhile only the newest.
 * @template {any[]} T
 * @param {(...args: T) => Promise<void>} act
 * @returns {(...args: T) => Promise<void>}
 */
export function newest(act) {
  /** @type {T | null} */
  let next = null;
  let running = false;
  return async (...args) => {
    next = args;
    if (running) return;
    running = true;
    while (next) {
      const now = next;
      next = null;
      await act(...now);
    }
    running = false;
  };
}

/** @param {object} message @returns {Promise<Answer>} */
async function overHttp(message) {
  const response = await fetch("message", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(message),
  });
  if (!response.ok) return { ok: false, error: await response.text() };
  return response.json();
}

/**
 * @param {About} about
 * @param {(share: number) => void} progress
 * @returns {Promise<(message: object) => Promise<Answer>>}
 */
function inWorker(about, progress) {
  const worker = new Worker("worker.js", { type: "module" });
  /** @type {Map<number, (answer: Answer) => void>} */
  const waiting = new Map();
  let last = 0;
  return new Promise((resolve, reject) => {
    worker.onerror = (event) => reject(new Error(event.message || "worker.js"));
    worker.onmessage = ({ data }) => {
      if (data.progress !== undefined) return progress(data.progress);
      if (data.failed) return reject(new Error(data.failed));
      if (data.ready) {
        return resolve((message) => new Promise((done) => {
          waiting.set(++last, done);
          worker.postMessage({ ...message, id: last });
        }));
      }
      waiting.get(data.id)?.(data);
      waiting.delete(data.id);
    };
    worker.postMessage({ start: about });
  });
}
