import type { ExpectedCall } from '../permalink/state.ts';

/** Calls as a JSON list, one per line, their arguments as they are. Arguments that are not JSON become a string. */
export function callList(calls: readonly ExpectedCall[]): string {
  if (calls.length === 0) return '[]';
  const lines = calls.map(
    ({ name, argumentsText }) => `  { "name": ${JSON.stringify(name)}, "arguments": ${asJson(argumentsText)} }`,
  );
  return `[\n${lines.join(',\n')}\n]`;
}

function asJson(text: string): string {
  try {
    JSON.parse(text);
    return text;
  } catch {
    return JSON.stringify(text);
  }
}
