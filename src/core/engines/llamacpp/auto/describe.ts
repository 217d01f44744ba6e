import type { Description, Markers } from './description.ts';

/** One sentence: what the parser made from a description reads. */
export function describe({ calls }: Description): string {
  if (calls === null) return 'llama.cpp finds no format for calls in this template, so the whole reply is text.';
  if (calls.shape === 'json') {
    const what = calls.isArray === true ? 'A JSON array of calls' : 'JSON objects with the name and the arguments';
    return `${what} ${place(calls.markers)}; names and order must match.`;
  }
  const what = calls.shape === 'tagged-json' ? 'A name and JSON' : 'A name, and a tag for each argument,';
  return `${what} ${place(calls.section ?? calls.call ?? { open: '', close: '' })}; declared names must match.`;
}

function place({ open, close }: Markers): string {
  if (open === '') return 'from the first brace on';
  return close === '' ? `after ${inWords(open)}` : `between ${inWords(open)} and ${inWords(close)}`;
}

/** A marker on one line; a code fence by its name, as backquotes would show as code. */
function inWords(marker: string): string {
  return marker.trim().replaceAll('\n', ' ').replace('```json', 'a JSON fence').replace('```', 'its end');
}
