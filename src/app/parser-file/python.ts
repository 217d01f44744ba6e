import type { PyodideAPI } from 'pyodide';
import type { ParserJob, ParserJobs } from './protocol.ts';

/** The Python side: a package called `callscope`. */
const sources = import.meta.glob<string>('./python/*.py', { query: '?raw', import: 'default', eager: true });

/** Asks Python, and waits for the answer. Throws where Python itself broke: then it is of no use any more. */
export type AskPython = <Kind extends keyof ParserJobs>(job: ParserJob<Kind>) => ParserJobs[Kind]['answers'];

/**
 * Gives a Python that has just started our side of it, and closes its ways out. It must have been loaded with `jsglobals` that
 * hold nothing.
 */
export function openPython(python: PyodideAPI): AskPython {
  const folder = '/callscope-python';
  // The types of a package that Pyodide names are not installed.
  const disk = python.FS as { mkdirTree: (path: string) => void; writeFile: (path: string, text: string) => void };
  disk.mkdirTree(`${folder}/callscope`);
  for (const [path, text] of Object.entries(sources))
    disk.writeFile(`${folder}/callscope/${path.slice('./python/'.length)}`, text);
  const handle = python.runPython(`
import sys
sys.path.insert(0, ${JSON.stringify(folder)})
sys.dont_write_bytecode = True
from callscope.main import handle
sys.path.pop(0)
handle`) as (asked: string) => string;
  return (job) => JSON.parse(handle(JSON.stringify(job))) as never;
}
