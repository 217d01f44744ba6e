/** Where the build puts Python, from the page's folder. The name changes with the version, as everything below assets/. */
export const pythonFolder = 'assets/pyodide-314.0.7';

/** What Python is made of. Sizes in bytes, as they are unpacked. */
export const pythonFiles = [
  { name: 'pyodide.asm.mjs', type: 'text/javascript', bytes: 1_250_344 },
  { name: 'pyodide.asm.wasm', type: 'application/wasm', bytes: 9_598_218 },
  { name: 'python_stdlib.zip', type: 'application/zip', bytes: 2_545_637 },
] as const;

/** About what a host sends, compressed. */
export const PYTHON_BYTES = 6_300_000;
