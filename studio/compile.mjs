// Compile Python files to what Pyodide's Python runs at once: node compile.mjs PYODIDE IN.zip OUT.zip

import { readFileSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [, , folder, source, target] = process.argv;
const { loadPyodide } = await import(pathToFileURL(`${folder}/pyodide.mjs`).href);
const python = await loadPyodide({ indexURL: `${folder}/` });
python.unpackArchive(new Uint8Array(readFileSync(source)), "zip", { extractDir: "/packages" });
python.runPython(`
import compileall, pathlib, py_compile, zipfile

folder = pathlib.Path("/packages")
compileall.compile_dir(
    folder, quiet=2, legacy=True, stripdir="/packages",
    invalidation_mode=py_compile.PycInvalidationMode.UNCHECKED_HASH,
)
with zipfile.ZipFile("/out.zip", "w") as archive:
    for path in sorted(p for p in folder.rglob("*") if p.is_file() and p.suffix != ".py"):
        entry = zipfile.ZipInfo(str(path.relative_to(folder)), (2020, 1, 1, 0, 0, 0))
        archive.writestr(entry, path.read_bytes(), zipfile.ZIP_DEFLATED, 9)
`);
writeFileSync(target, python.FS.readFile("/out.zip"));
