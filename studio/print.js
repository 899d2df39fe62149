// From the sheets on the screen to paper: the PDF, pictures, and in plain words what to do.

import { html, useEffect, useRef, useState } from "./vendor/preact.js";
import { fromBase64, save, toPng } from "./files.js";
import { Icon, PaperDrawing, RulerDrawing } from "./marks.js";
import { say } from "./texts.js";

export function Print({ engine, job, store, product, shown, disabled }) {
  const [busy, setBusy] = useState("");
  const [failure, setFailure] = useState("");
  const [open, setOpen] = useState(false);

  async function run(name, act) {
    setBusy(name);
    setFailure("");
    try {
      await act();
    } catch (wrong) {
      setFailure(wrong.message);
    }
    setBusy("");
  }
  const pdf = () => run("pdf", async () => {
    for (const file of await pdfs(engine, job)) save(file.name, file.blob);
  });
  const pictures = () => run("png", async () => {
    const name = job.target.replace("/", "-");
    for (const [n, svg] of shown.pages.entries()) save(`${name}-${shown.sides[n] + 1}.png`, await toPng(svg));
  });
  const off = Boolean(busy) || disabled;
  return html`
    ${shown && html`<details class="terminal"><summary>${say("terminal")}</summary><code tabindex="0">${shown.command}</code></details>`}
    <section class="print" aria-label=${say("print")}>
    ${shown && html`<p class="summary" aria-live="polite">${say("summary", { pieces: count(product, shown.pieces), leaves: say(shown.leaves === 1 ? "leaf_1" : "leaves_n", { n: shown.leaves }) })}</p>`}
    ${shown?.notes.map((note) => html`<p><small>${note}</small></p>`)}
    <div class="buttons">
      <button class="main" disabled=${off} onClick=${() => setOpen(true)}>${say("print")}</button>
      <button disabled=${off} onClick=${pdf}>${busy === "pdf" ? say("making") : say("pdf")}</button>
      <button disabled=${off} onClick=${pictures}>${say("picture")}</button>
    </div>
    ${failure && html`<p class="failure" role="alert">${failure}</p>`}
    ${open && html`<${Dialog} engine=${engine} job=${job} store=${store} product=${product} onClose=${() => setOpen(false)} />`}
  </section>`;
}

/** What is counted, by the kind of product: the text for one, and for several. */
const COUNTED = { pad: ["sheet_1", "sheets_n"], booklet: ["page_1", "pages_n"], cards: ["piece_1", "pieces_n"] };
const count = (product, n) => say(COUNTED[product.kind][n === 1 ? 0 : 1], { n });

/** @returns {Promise<{name: string, blob: Blob}[]>} */
async function pdfs(engine, job) {
  const files = await engine.send("pdf", { job });
  return files.map(({ name, data }) => ({ name, blob: new Blob([fromBase64(data)], { type: "application/pdf" }) }));
}

function Dialog({ engine, job, store, product, onClose }) {
  const [known] = useState(store.state.tested);
  const place = useRef(null);
  const way = !product.two_sided || job.set.fronts === "yes" ? "one" : job.set.duplex || "long";
  useEffect(() => {
    place.current.showModal();
  }, []);
  return html`<dialog ref=${place} aria-labelledby="print-title" onClose=${onClose} onClick=${(e) => e.target === place.current && place.current.close()}>
    <div class="sheet-of-paper">
      <header><h2 id="print-title">${say("print")}</h2>
        <button class="plain icon" aria-label=${say("close")} onClick=${() => place.current.close()}><${Icon} name="close" /></button></header>
      <ol class="steps">
        <li><${PaperDrawing} way=${way} /><p>${say(`how_${way}`)}</p></li>
        <li><${RulerDrawing} /><p>${say("how_scale")}</p></li>
        <li><p>${say("how_open")}</p><${Open} engine=${engine} job=${job} /></li>
      </ol>
      <${FirstPrint} engine=${engine} job=${job} store=${store} way=${way} open=${!known} />
    </div>
  </dialog>`;
}

/** Links to the PDF, or to both of a pile that is turned by hand; made anew when the job changes. */
function Open({ engine, job, test = false }) {
  const [files, setFiles] = useState([]);
  const [failure, setFailure] = useState("");
  useEffect(() => {
    let gone = false;
    let made = [];
    setFiles([]);
    pdfs(engine, job).then((found) => {
      if (gone) return;
      made = found.map(({ name, blob }) => ({ name, address: URL.createObjectURL(blob) }));
      setFiles(made);
    }, (wrong) => setFailure(wrong.message));
    return () => {
      gone = true;
      // A tab that was opened a moment ago may still be reading.
      setTimeout(() => made.forEach(({ address }) => URL.revokeObjectURL(address)), 60_000);
    };
  }, [JSON.stringify(job.set)]);
  if (failure) return html`<p class="failure" role="alert">${failure}</p>`;
  if (!files.length) return html`<p role="status">${say("making")} …</p>`;
  const names = files.length > 1 ? [say("open_fronts"), say("open_backs")] : [say(test ? "open_test" : "open_pdf")];
  return html`<p class="buttons">${files.map(({ address }, n) => html`<a class=${test ? "button" : "button main"} href=${address} target="_blank">${names[n]}</a>`)}</p>`;
}

/** One test sheet and two questions; then the printer is known. */
function FirstPrint({ engine, job, store, way, open }) {
  const [ruler, setRuler] = useState("");
  const [backs, setBacks] = useState("");
  const sided = ["long", "short", "manual"].includes(way);
  const test = { ...job, set: { ...job.set, leaves: "1" } };
  function answer(value) {
    setBacks(value);
    if (value === "no" && way !== "manual") store.set({ duplex: way === "long" ? "short" : "long" });
    else store.update({ tested: true }, { quiet: true });
  }
  function measured(value) {
    setRuler(value);
    setBacks("");
    if (value === "yes" && !sided) store.update({ tested: true }, { quiet: true });
  }
  const question = (name, text, value, onAnswer) => html`<fieldset class="question"><legend>${text}</legend>
    ${["yes", "no"].map((v) => html`<label class="chip"><input type="radio" name=${name} checked=${value === v} onChange=${() => onAnswer(v)} /><span>${say(v)}</span></label>`)}</fieldset>`;
  return html`<details class="first-print" open=${open}><summary>${say("first_print")}</summary>
    <p>${say("first_print_do")}</p><${Open} engine=${engine} job=${test} test=${true} />
    ${question("ruler", say("first_print_ruler"), ruler, measured)}
    ${ruler === "no" && html`<p role="status">${say("first_print_scale")}</p>`}
    ${ruler === "yes" && sided && question("backs", say("first_print_backs"), backs, answer)}
    ${ruler === "yes" && backs === "no" && html`<p role="status">${say(way === "manual" ? "first_print_pile" : "first_print_turn")}</p>`}
    ${ruler === "yes" && (!sided || backs === "yes") && html`<p role="status"><b>${say("first_print_good")}</b></p>`}
  </details>`;
}
