import { readFileSync } from 'node:fs';
import { loadPyodide } from 'pyodide';
import { openPython, type AskPython } from '../../../src/app/parser-file/python.ts';
import type { SourceFile } from '../../../src/app/parser-file/protocol.ts';

let asked: Promise<AskPython> | null = null;

/** One Python for all tests of a process: it takes seconds to start. */
export function startPython(): Promise<AskPython> {
  asked ??= loadPyodide({ jsglobals: Object.create(null) as object }).then(openPython);
  return asked;
}

/** A parser that was made up for the tests. */
export function parserFile(name: string): SourceFile {
  return { path: name, text: readFileSync(new URL(`./parsers/${name}`, import.meta.url), 'utf8') };
}
