// Editors: a list of words with marks beside its lines, and YAML that knows our files, with
// highlighting and completion from the schema.

import {
  Annotation, EditorState, EditorView, HighlightStyle, autocompletion, closeBrackets, completionKeymap, defaultKeymap,
  drawSelection, highlightActiveLine, history, historyKeymap, indentUnit, indentWithTab, keymap, lineNumbers,
  lintGutter, lintKeymap, placeholder, setDiagnostics, syntaxHighlighting, tags, yaml,
} from "./vendor/codemirror.js";

const COLORS = HighlightStyle.define([
  { tag: tags.propertyName, color: "var(--do)" },
  { tag: [tags.string, tags.content], color: "var(--ink)" },
  { tag: tags.comment, color: "var(--quiet)", fontStyle: "italic" },
  { tag: [tags.number, tags.bool], color: "var(--care)" },
]);

const LOOK = EditorView.theme({
  "&": { height: "100%", color: "var(--ink)", background: "var(--paper)" },
  "&.cm-focused": { outline: "0" }, // the page draws it around the whole
  ".cm-content": { caretColor: "var(--ink)" },
  ".cm-cursor": { borderLeftColor: "var(--ink)" },
  ".cm-gutters": { background: "var(--paper)", color: "var(--quiet)", border: "0" },
  ".cm-activeLine, .cm-activeLineGutter": { background: "color-mix(in srgb, var(--do) 7%, transparent)" },
  ".cm-selectionBackground, &.cm-focused .cm-selectionBackground": { background: "color-mix(in srgb, var(--do) 25%, transparent) !important" },
  ".cm-placeholder": { color: "var(--quiet)", whiteSpace: "normal", maxWidth: "15rem", display: "inline-block", verticalAlign: "top" },
  ".cm-tooltip": { background: "var(--paper)", color: "var(--ink)", border: "1px solid var(--ink)", boxShadow: "var(--shadow)", maxWidth: "24rem" },
  ".cm-diagnostic": { whiteSpace: "pre-wrap", padding: ".4rem .6rem", fontFamily: "var(--text)" },
  ".cm-diagnostic-error": { borderLeftColor: "var(--bad)" },
  ".cm-diagnostic-warning": { borderLeftColor: "var(--care)" },
  ".cm-lint-marker": { width: ".8em", height: ".8em", padding: "0", content: "none", borderRadius: "50%", border: "2px solid var(--quiet)", boxSizing: "border-box" },
  ".cm-lint-marker-error": { background: "var(--bad)", borderColor: "var(--bad)" },
  ".cm-lint-marker-warning": { borderColor: "var(--care)" },
  ".cm-tooltip-autocomplete > ul > li[aria-selected]": { background: "var(--do)", color: "var(--do-ink)" },
  ".cm-completionInfo": { maxWidth: "22rem", padding: "0.4rem 0.6rem", fontFamily: "var(--text)" },
});
const CODE = EditorView.theme({ ".cm-scroller": { fontFamily: "ui-monospace, 'DejaVu Sans Mono', monospace", fontSize: ".85rem", lineHeight: "1.55" } });
const WORDS = EditorView.theme({ ".cm-scroller": { fontFamily: "var(--text)", lineHeight: "1.6" } });

/** What the page itself puts into an editor is not typed. */
const ours = Annotation.define();

/** Make an editor in a root of its own: there its styles need no leave of the page's content policy. */
function make(parent, text, onText, extensions) {
  const root = parent.shadowRoot || parent.attachShadow({ mode: "open" });
  const typed = (update) => update.docChanged && !update.transactions.some((t) => t.annotation(ours)) && onText(update.state.doc.toString());
  const view = new EditorView({
    parent: root,
    root,
    state: EditorState.create({
      doc: text,
      extensions: [history(), drawSelection(), lintGutter(), LOOK, extensions, keymap.of([...lintKeymap, ...defaultKeymap, ...historyKeymap]), EditorView.updateListener.of(typed)],
    }),
  });
  return {
    destroy: () => view.destroy(),
    /** Take a text over that did not come from here. @param {string} next */
    take(next) {
      if (next === view.state.doc.toString()) return;
      view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: next }, annotations: ours.of(true) });
    },
    /** Show what is wrong, at its place. @param {import("./engine.js").Mark[]} marks */
    show(marks) {
      const { doc } = view.state;
      const found = marks.filter((mark) => mark.line >= 1 && mark.line <= doc.lines).map((mark) => {
        const line = doc.line(mark.line);
        const from = Math.min(line.from + Math.max(mark.column - 1, 0), line.to);
        const message = [mark.message, mark.note, mark.help].filter(Boolean).join("\n");
        const severity = mark.level === "note" ? "info" : mark.level;
        return { from, to: Math.min(from + mark.length, line.to), severity: /** @type {"info" | "warning" | "error"} */ (severity), message };
      });
      view.dispatch(setDiagnostics(view.state, found));
    },
    /** Go to a line. @param {number} number */
    go(number) {
      const line = view.state.doc.line(Math.min(Math.max(number, 1), view.state.doc.lines));
      view.dispatch({ selection: { anchor: line.from }, scrollIntoView: true });
      view.focus();
    },
  };
}

/** Make an editor of words, one a line; more than `most` letters are not taken. */
export function makeList(parent, text, { label, most, onText, onLarge }) {
  const small = EditorState.changeFilter.of((transaction) => {
    if (transaction.newDoc.length <= most) return true;
    onLarge();
    return false;
  });
  return make(parent, text, onText, [
    lineNumbers(), small, WORDS, placeholder(label), EditorView.contentAttributes.of({ "aria-label": label, spellcheck: "false", dir: "auto" }),
  ]);
}

/** Make an editor of a file; `label` is its path. */
export function makeEditor(parent, text, schemas, onText, label) {
  return make(parent, text, onText, [
    lineNumbers(), highlightActiveLine(), closeBrackets(), indentUnit.of("  "), CODE, EditorView.lineWrapping,
    /\.ya?ml$/.test(label) ? [yaml(), syntaxHighlighting(COLORS), autocompletion({ override: [(context) => complete(context, schemas)] })] : [],
    EditorView.contentAttributes.of({ "aria-label": label, spellcheck: "false" }),
    keymap.of([...completionKeymap, indentWithTab]),
  ]);
}

/** Offer the keys that may stand here, with what they mean. */
function complete(context, schemas) {
  const word = context.matchBefore(/[\w-]*/);
  const line = context.state.doc.lineAt(context.pos);
  const before = line.text.slice(0, word.from - line.from);
  const inBraces = /[{,]\s*$/.test(before);
  if (!/^[\s-]*$/.test(before) && !inBraces) return null;
  if (word.from === word.to && !context.explicit) return null;
  const kind = /^ppgen:\s*(\w+)\//m.exec(context.state.doc.sliceString(0, 500))?.[1];
  const root = schemas[kind];
  if (!root) return null;
  const parents = inBraces ? [...above(context.state.doc, line), keyBefore(before)] : above(context.state.doc, line);
  let nodes = [root];
  for (const name of parents.filter(Boolean)) nodes = nodes.flatMap((node) => into(node, name, root));
  const options = new Map();
  for (const node of nodes.flatMap((n) => forms(n, root))) {
    for (const [label, about] of Object.entries(node.properties || {})) {
      options.set(label, { label, type: "property", apply: `${label}: `, info: about.description || resolve(about, root).description });
    }
  }
  return options.size ? { from: word.from, options: [...options.values()], validFor: /^[\w-]*$/ } : null;
}

/** Name the keys that a line stands under, from the outside in. */
function above(doc, line) {
  const names = [];
  let indent = line.text.search(/[^\s-]|$/);
  for (let n = line.number - 1; n >= 1 && indent > 0; n--) {
    const { text } = doc.line(n);
    const own = text.search(/\S/);
    if (own < 0 || text[own] === "#") continue;
    const start = text.search(/[^\s-]/);
    if (start >= indent && own >= indent) continue;
    const key = /^[\s-]*([\w-]+):/.exec(text)?.[1];
    if (start < indent) {
      names.unshift(key);
      indent = start;
    }
    if (own < indent) indent = own + (text[own] === "-" ? 1 : 0);
  }
  return names;
}

const keyBefore = (text) => /([\w-]+):\s*\{[^}]*$/.exec(text)?.[1];

function resolve(node, root) {
  return node.$ref ? node.$ref.replace("#/", "").split("/").reduce((at, name) => at[name], root) : node;
}

/** Return all forms that a value may have. */
function forms(node, root) {
  const found = resolve(node, root);
  return [found, ...(found.anyOf || found.oneOf || []).flatMap((one) => forms(one, root))];
}

/** Step into a key: its own schema, or that of any name. */
function into(node, name, root) {
  return forms(node, root).flatMap((form) => {
    const list = form.items ? forms(form.items, root) : [];
    return [form, ...list].flatMap((one) => {
      const next = one.properties?.[name] || (typeof one.additionalProperties === "object" && one.additionalProperties);
      return next ? forms(next, root).flatMap((f) => (f.items ? [f, ...forms(f.items, root)] : [f])) : [];
    });
  });
}
