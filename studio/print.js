// From the sheets on the screen to paper: the PDF, and in plain words what to do with it.

import { html, useState } from "./vendor/preact.js";
import { fromBase64, save } from "./files.js";
import { say } from "./texts.js";

export function Print({ engine, store, product, shown, change, disabled }) {
  const { job } = store.state;
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState("");
  const duplex = product.two_sided ? job.set.duplex || "long" : "none";

  async function make(open) {
    setBusy(true);
    setFailure("");
    try {
      for (const file of await engine.send("pdf", { job })) {
        const blob = new Blob([fromBase64(file.data)], { type: "application/pdf" });
        if (open) window.open(URL.createObjectURL(blob), "_blank");
        else save(file.name, blob);
      }
    } catch (wrong) {
      setFailure(wrong.message);
    }
    setBusy(false);
  }

  return html`<section class="print">
    ${shown && html`<p class="summary">${say("summary", { pieces: shown.pieces, leaves: shown.leaves })}</p>`}
    ${shown?.notes.map((note) => html`<p><small>${note}</small></p>`)}
    <div class="buttons">
      <button class="main" disabled=${busy || disabled} onClick=${() => make(true)}>${busy ? say("making") : say("print")}</button>
      <button disabled=${busy || disabled} onClick=${() => make(false)}>${say("pdf")}</button>
    </div>
    ${failure && html`<p class="failure" role="alert">${failure}</p>`}
    <details><summary>${say("how")}</summary>
      <ol><li>${say("how_scale")}</li><li>${say(`how_${duplex}`)}</li></ol>
    </details>
    ${shown && html`<details><summary>${say("terminal")}</summary><code>${shown.command}</code></details>`}
  </section>`;
}
