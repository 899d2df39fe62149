// A YAML editor that knows our files: highlighting, completion from the schema, marks at their place.

import {
  EditorState, EditorView, HighlightStyle, autocompletion, closeBrackets, completionKeymap, defaultKeymap,
  drawSelection, highlightActiveLine, history, historyKeymap, indentUnit, indentWithTab, keymap, lineNumbers,
  lintGutter, setDiagnostics, syntaxHighlighting, tags, yaml,
} from "./vendor/codemirror.js";

const COLORS = HighlightStyle.define([
  { tag: tags.propertyName, color: "var(--do)" },
  { tag: [tags.string, tags.content], color: "var(--ink)" },
  { tag: tags.comment, color: "var(--quiet)", fontStyle: "italic" },
  { tag: [tags.number, tags.bool], color: "var(--care)" },
]);

const LOOK = EditorView.theme({
  "&": { maxHeight: "75vh", color: "var(--ink)" },
  "&.cm-focused": { outline: "3px solid var(--do)" },
  ".cm-scroller": { fontFamily: "ui-monospace, 'DejaVu Sans Mono', monospace", lineHeight: "1.5" },
  ".cm-content": { caretColor: "var(--ink)" },
  ".cm-cursor": { borderLeftColor: "var(--ink)" },
  ".cm-gutters": { background: "var(--paper)", color: "var(--quiet)", border: "0" },
  ".cm-activeLine, .cm-activeLineGutter": { background: "color-mix(in srgb, var(--do) 8%, transparent)" },
  ".cm-selectionBackground, &.cm-focused .cm-selectionBackground": { background: "color-mix(in srgb, var(--do) 25%, transparent)" },
  ".cm-tooltip": { background: "var(--paper)", color: "var(--ink)", border: "1px solid var(--line)" },
  ".cm-tooltip-autocomplete > ul > li[aria-selected]": { background: "var(--do)", color: "var(--do-ink)" },
  ".cm-completionInfo": { maxWidth: "22rem", padding: "0.4rem 0.6rem" },
});

/** Make an editor in a place of the page; `show` marks what is wrong. */
export function makeEditor(parent, text, schemas, onText, label) {
  // In a root of its own the editor's styles need no leave of the page's content policy.
  const root = parent.shadowRoot || parent.attachShadow({ mode: "open" });
  const view = new EditorView({
    parent: root,
    root,
    state: EditorState.create({
      doc: text,
      extensions: [
        lineNumbers(), history(), drawSelection(), highlightActiveLine(), closeBrackets(), lintGutter(),
        indentUnit.of("  "), yaml(), syntaxHighlighting(COLORS), EditorView.lineWrapping,
        LOOK,
        autocompletion({ override: [(context) => complete(context, schemas)] }),
        EditorView.contentAttributes.of({ "aria-label": label, spellcheck: "false" }),
        keymap.of([...completionKeymap, ...defaultKeymap, ...historyKeymap, indentWithTab]),
        EditorView.updateListener.of((update) => update.docChanged && onText(update.state.doc.toString())),
      ],
    }),
  });
  return {
    destroy: () => view.destroy(),
    show(marks) {
      const { doc } = view.state;
      const found = marks.filter((mark) => mark.line >= 1 && mark.line <= doc.lines).map((mark) => {
        const line = doc.line(mark.line);
        const from = Math.min(line.from + mark.column - 1, line.to);
        const message = [mark.message, mark.help].filter(Boolean).join("\n");
        return { from, to: Math.min(from + mark.length, line.to), severity: mark.level === "note" ? "info" : mark.level, message };
      });
      view.dispatch(setDiagnostics(view.state, found));
    },
  };
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
