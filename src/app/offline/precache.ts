/** A file of the build, as it is served. */
export interface BuiltFile {
  /** Its path from the page's folder, such as `assets/index-abc.js`. */
  readonly path: string;
  /** The npm packages that are in it. */
  readonly packages: readonly string[];
}

/** The npm packages that are too large to be fetched for somebody who may never use them, and why. */
const optionalPackages: ReadonlyMap<string, string> = new Map([
  ['gpt-tokenizer', 'a megabyte of ranks for each encoding, only for exact token counts'],
  ['@huggingface/tokenizers', 'reads tokenizer files that are fetched by hand anyway'],
  ['@mlc-ai/web-llm', 'two megabytes, only for models in the browser, whose weights it caches itself'],
  ['@wllama/wllama', 'WebAssembly of several megabytes, only for models in the browser'],
  ['pyodide', 'starts Python, which is a folder of its own'],
]);

/** Folders that are fetched as a whole, once somebody agrees: Python is 12 MB. */
const optionalFolders = ['assets/pyodide-'];

/** Files that are models or run them, wherever they come from. */
const optionalEndings = ['.gguf', '.onnx', '.safetensors', '.wasm'];

/** Not what servers and scripts read, nor text files, which a browser opens apart from the page. */
function isForThePage(path: string): boolean {
  return !/^[._]|\.(map|txt)$/.test(path);
}

function isOptional({ path, packages }: BuiltFile): boolean {
  return (
    packages.some((name) => optionalPackages.has(name)) ||
    optionalEndings.some((ending) => path.endsWith(ending)) ||
    optionalFolders.some((folder) => path.startsWith(folder))
  );
}

/** Which files are fetched ahead, so that the page works offline, and which are kept once they were used. Both sorted. */
export function chooseFiles(files: readonly BuiltFile[]): { precached: string[]; optional: string[] } {
  const own = files.filter(({ path }) => isForThePage(path));
  const pathsOf = (chosen: readonly BuiltFile[]): string[] => [...new Set(chosen.map(({ path }) => path))].sort();
  return {
    precached: pathsOf(own.filter((file) => !isOptional(file))),
    optional: pathsOf(own.filter(isOptional)),
  };
}
