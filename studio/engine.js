// The engine as the page sees it: one function that sends a message and returns its answer.
// Two carriers: HTTP, to the ppgen that serves this page, and a worker that runs ppgen itself.

/**
 * @typedef {{ok: boolean, result?: any, error?: string, marks?: Mark[]}} Answer
 * @typedef {{level: string, code: string, message: string, note: string, help: string,
 *            file: string, line: number, column: number, length: number}} Mark
 * @typedef {{send: (op: string, fields?: object) => Promise<any>}} Engine
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
 * @param {{carrier: string, files?: {path: string, size: number}[]}} about what engine.json says
 * @param {(share: number, what: string) => void} progress told while a worker loads
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
 * @param {object} about
 * @param {(share: number, what: string) => void} progress
 * @returns {Promise<(message: object) => Promise<Answer>>}
 */
function inWorker(about, progress) {
  const worker = new Worker("worker.js", { type: "module" });
  /** @type {Map<number, (answer: Answer) => void>} */
  const waiting = new Map();
  let last = 0;
  return new Promise((resolve, reject) => {
    worker.onmessage = ({ data }) => {
      if (data.progress !== undefined) return progress(data.progress, data.what);
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
