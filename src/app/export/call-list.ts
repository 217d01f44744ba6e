import { parsedJson } from '../../core/index.ts';
import type { ExpectedCall } from '../permalink/state.ts';

/** What turns around what is drawn after it; JSON writes it as an escape. */
const CONTROLS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

function escaped(control: string): string {
  return `\\u${control.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

/** Calls as a JSON list, one per line, their arguments as they are. Arguments that are not JSON become a string. */
export function callList(calls: readonly ExpectedCall[]): string {
  if (calls.length === 0) return '[]';
  const lines = calls.map(
    ({ name, argumentsText }) => `  { "name": ${JSON.stringify(name)}, "arguments": ${asJson(argumentsText)} }`,
  );
  return `[\n${lines.join(',\n').replace(CONTROLS, escaped)}\n]`;
}

function asJson(text: string): string {
  return parsedJson(text) === undefined ? JSON.stringify(text) : text;
}
