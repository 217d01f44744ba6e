/*
 * Runs parser files that somebody dropped, with Python compiled to WebAssembly. It reaches nobody: its policy allows no connection
 * (public/_headers), and where a host sends no headers, what could make one is taken away before any file runs.
 */
import { messageOf } from '../message-of.ts';
import { loadPyodide } from 'pyodide';
import { closeWays } from './close-ways.ts';
import { openPython, type AskPython } from './python.ts';
import type { ParserAsk, ParserTold } from './worker-protocol.ts';

let python: AskPython | null = null;

self.onmessage = ({ data }: MessageEvent<ParserAsk>) => {
  if (data.kind === 'start') void start(data);
  else answer(data.job);
};

async function start({ folder, wasm, library }: Extract<ParserAsk, { kind: 'start' }>): Promise<void> {
  try {
    // The one that Pyodide knows is the page's own: it is given what was fetched already, and nothing else.
    self.fetch = (input) => {
      const url = input instanceof Request ? input.url : String(input);
      const [body, type] = url.endsWith('.wasm') ? [wasm, 'application/wasm'] : [library, 'application/zip'];
      return url.startsWith(folder)
        ? Promise.resolve(new Response(body, { headers: { 'content-type': type } }))
        : Promise.reject(new TypeError('Refused'));
    };
    const loaded = await loadPyodide({
      indexURL: folder,
      // Python sees none of the worker's own names.
      jsglobals: Object.create(null) as object,
      // No package is ever installed.
      lockFileContents: { info: lockInfo, packages: {} },
    });
    const opened = openPython(loaded);
    closeWays(self);
    python = opened;
    tell({ kind: 'ready' });
  } catch (error) {
    tell({ kind: 'broken', message: messageOf(error) });
  }
}

/** What Pyodide asks of a list of packages, which here has none. */
const lockInfo = {
  abi_version: '2026_0',
  arch: 'wasm32',
  platform: 'emscripten_5_0_3',
  version: '314.0.7',
  python: '3.14.2',
} as const;

function answer(job: Extract<ParserAsk, { kind: 'job' }>['job']): void {
  try {
    if (python === null) throw new Error('Python has not started.');
    tell({ kind: 'answer', answer: python(job) });
  } catch (error) {
    tell({ kind: 'broken', message: messageOf(error) });
  }
}

function tell(told: ParserTold): void {
  self.postMessage(told);
}
