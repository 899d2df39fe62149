// What a person has chosen: kept in the browser, undone step by step, and in part in the address.
// Words and files never go into the address.

/**
 * @typedef {{name: string, text: string, use: "only" | "first"}} Words
 * @typedef {{target: string, set: Record<string, string>, words?: Words, recipe?: string}} Job
 * @typedef {{ui: string, own: boolean, job: Job | null, jobs: Record<string, Job>, usual: Record<string, string>,
 *            tested: boolean, files: Record<string, string>}} State
 */

const NAME = "ppgen-studio";
const MOST_UNDO = 100;
/** Changes of one thing within this time are one step to undo. */
const ONE_STEP = 1500;
/** Keeping waits until somebody pauses. */
const PAUSE = 150;
/** What holds for every product alike: a person's paper and printer. */
const USUAL = ["paper", "margin", "duplex"];

/** @returns {State} */
function first() {
  /** @type {Record<string, string>} */
  const usual = /-(US|CA|MX|PH|CL|CO)$/.test(navigator.language) ? { paper: "letter" } : {};
  return { ui: navigator.language.startsWith("de") ? "de" : "en", own: false, job: null, jobs: {}, usual, tested: false, files: {} };
}

export class Store {
  /** @param {Partial<State>} kept @param {(state: State) => void} keep */
  constructor(kept, keep) {
    /** @type {State} */
    this.state = { ...first(), ...kept, job: null, own: false };
    this.save = keep;
    /** @type {State[]} */
    this.past = [];
    /** @type {State[]} */
    this.future = [];
    /** @type {(() => void)[]} */
    this.listeners = [];
    this.step = { name: "", at: 0 };
    this.timer = 0;
    this.readAddress();
    addEventListener("hashchange", () => this.readAddress() && this.tell());
    addEventListener("pagehide", () => this.save(this.state));
  }

  /** Open what was kept; a browser that keeps nothing begins anew each time. */
  static async open() {
    try {
      const base = await opened();
      const kept = await asked(base.transaction("kept").objectStore("kept").get("state"));
      return new Store(kept || {}, (state) => {
        base.transaction("kept", "readwrite").objectStore("kept").put(state, "state");
      });
    } catch {
      return new Store({}, () => {});
    }
  }

  /**
   * @param {Partial<State>} change
   * @param {{quiet?: boolean, step?: string}} how `quiet`: not a step to undo; `step`: of which thing
   */
  update(change, how = {}) {
    if (!how.quiet) {
      const now = Date.now();
      if (!how.step || how.step !== this.step.name || now - this.step.at > ONE_STEP) this.past = [...this.past, this.state].slice(-MOST_UNDO);
      this.step = { name: how.step || "", at: now };
      this.future = [];
    }
    this.become({ ...this.state, ...change });
  }

  /** Open a product as it was left, or with the person's usual paper and printer. @param {string} target */
  open(target) {
    const lang = this.state.ui;
    this.update({ own: false, job: this.state.jobs[target] || { target, set: { lang, ...this.state.usual } } });
  }

  /** Change options of the job. @param {Record<string, string>} set */
  set(set) {
    const { job } = this.state;
    if (!job) return;
    const usual = Object.fromEntries(Object.entries(set).filter(([name]) => USUAL.includes(name)));
    this.update({ job: { ...job, set: { ...job.set, ...set } }, usual: { ...this.state.usual, ...usual } }, { step: `set ${Object.keys(set)}` });
  }

  undo() {
    this.go(this.past, this.future);
  }

  redo() {
    this.go(this.future, this.past);
  }

  /** @param {State[]} from @param {State[]} to */
  go(from, to) {
    const next = from.pop();
    if (!next) return;
    to.push(this.state);
    this.step = { name: "", at: 0 };
    this.become({ ...next, ui: this.state.ui });
  }

  /** @param {State} state */
  become(state) {
    const { job } = state;
    const moved = job?.target !== this.state.job?.target || state.own !== this.state.own;
    this.state = job ? { ...state, jobs: { ...state.jobs, [job.target]: job } } : state;
    const address = addressOf(this.state);
    if (location.hash !== address) {
      const where = address || location.pathname;
      if (moved) history.pushState(null, "", where);
      else history.replaceState(null, "", where);
    }
    if (moved) scrollTo(0, 0);
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.save(this.state), PAUSE);
    this.tell();
  }

  tell() {
    for (const listener of this.listeners) listener();
  }

  /** Take the choices of a link over; tells whether there was anything new. */
  readAddress() {
    const address = location.hash;
    if (address === addressOf(this.state)) return false;
    const [path, query] = address.replace(/^#\/?/, "").split("?");
    const target = path.split("/").length === 2 ? path : "";
    const job = target ? { ...this.state.jobs[target], target, set: Object.fromEntries(new URLSearchParams(query)) } : null;
    this.state = { ...this.state, own: address === "#own", job };
    return true;
  }
}

/** @param {State} state */
function addressOf({ job, own }) {
  if (own) return "#own";
  if (!job) return "";
  const query = new URLSearchParams(Object.entries(job.set).filter(([, value]) => value));
  return `#/${job.target}${query.size ? `?${query}` : ""}`;
}

/** @returns {Promise<IDBDatabase>} */
function opened() {
  const request = indexedDB.open(NAME, 1);
  request.onupgradeneeded = () => request.result.createObjectStore("kept");
  return asked(request);
}

/** @template T @param {IDBRequest<T>} request @returns {Promise<T>} */
function asked(request) {
  return new Promise((done, fail) => {
    request.onsuccess = () => done(request.result);
    request.onerror = () => fail(request.error);
  });
}
