// What a person has chosen: kept in the browser, undone step by step, and in part in the address.
// Words and files never go into the address.

/**
 * @typedef {{name: string, text: string, use: "only" | "first"}} Words
 * @typedef {{target: string, set: Record<string, string>, words?: Words, recipe?: string}} Job
 * @typedef {{ui: string, own: boolean, job: Job | null, printers: Record<string, string>, files: Record<string, string>}} State
 */

const KEY = "ppgen-studio";
/** Options that a link may carry: all but words. */
const MOST_UNDO = 100;

/** @returns {State} */
function first() {
  return {
    ui: navigator.language.startsWith("de") ? "de" : "en",
    own: false,
    job: null,
    printers: {},
    files: {},
  };
}

export class Store {
  constructor() {
    /** @type {State} */
    this.state = first();
    /** @type {State[]} */
    this.past = [];
    /** @type {State[]} */
    this.future = [];
    /** @type {(() => void)[]} */
    this.listeners = [];
    try {
      const kept = JSON.parse(localStorage.getItem(KEY) || "{}");
      this.state = { ...this.state, ...kept };
    } catch {
      // A damaged store is begun anew.
    }
    this.readAddress();
    addEventListener("hashchange", () => this.readAddress() && this.tell());
  }

  /** @param {Partial<State>} change @param {{quiet?: boolean}} how `quiet`: not a step to undo */
  update(change, how = {}) {
    if (!how.quiet) {
      this.past = [...this.past, this.state].slice(-MOST_UNDO);
      this.future = [];
    }
    this.state = { ...this.state, ...change };
    this.keep();
    this.tell();
  }

  undo() {
    const before = this.past.pop();
    if (!before) return;
    this.future.push(this.state);
    this.state = before;
    this.keep();
    this.tell();
  }

  redo() {
    const after = this.future.pop();
    if (!after) return;
    this.past.push(this.state);
    this.state = after;
    this.keep();
    this.tell();
  }

  keep() {
    try {
      localStorage.setItem(KEY, JSON.stringify(this.state));
    } catch {
      // A full store loses nothing that is on the screen.
    }
    const address = addressOf(this.state.job);
    if (location.hash !== address) history.pushState(null, "", address || location.pathname);
  }

  tell() {
    for (const listener of this.listeners) listener();
  }

  /** Take the choices of a link over; tells whether there was anything new. */
  readAddress() {
    const address = location.hash;
    if (address === addressOf(this.state.job)) return false;
    if (address === "#own") return false;
    const [path, query] = address.replace(/^#\/?/, "").split("?");
    const job = path.split("/").length === 2
      ? { target: path, set: Object.fromEntries(new URLSearchParams(query)) }
      : null;
    const same = job && this.state.job?.target === job.target ? this.state.job : null;
    this.state = { ...this.state, job: job && { ...job, words: same?.words } };
    return true;
  }
}

/** @param {Job | null} job */
function addressOf(job) {
  if (!job) return "";
  const query = new URLSearchParams(Object.entries(job.set).filter(([, value]) => value));
  return `#/${job.target}${query.size ? `?${query}` : ""}`;
}
