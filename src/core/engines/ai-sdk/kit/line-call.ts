import type { FoundCall } from './element-protocol.ts';
import type { ToolElements } from './tool-elements.ts';

/** A call whose name is a line of its own: the first line that is a tool's name, perhaps with a colon, and elements after it. */
export function lineCall(text: string, elements: ToolElements, names: readonly string[]): FoundCall | null {
  let best: FoundCall | null = null;
  for (const name of names) {
    const found = lineCallOf(text, elements, name);
    if (found !== null && (best === null || found.from < best.from)) best = found;
  }
  return best;
}

function lineCallOf(text: string, elements: ToolElements, name: string): FoundCall | null {
  let searched = 0;
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1)) {
    let from = at;
    while (isBlank(text.charAt(from - 1))) from -= 1;
    const isLine = from === 0 ? searched === 0 : text.charAt(from - 1) === '\n' && from - 1 >= searched;
    const to = isLine ? lineEnd(text, at + name.length) : -1;
    if (to < 0) continue;
    searched = to;
    let contentFrom = to;
    while (/\s/.test(text.charAt(contentFrom))) contentFrom += 1;
    if (text.charAt(contentFrom) !== '<') continue;
    const end = elements.bodyEnd(contentFrom);
    if (end <= contentFrom) continue;
    const nameSpan = { from: at, to: at + name.length };
    return { name, nameSpan, from, to: end, content: { from: contentFrom, to: end } };
  }
  return null;
}

/** Past the line break that may follow a colon and blanks; -1 where something else follows. */
function lineEnd(text: string, from: number): number {
  let at = from;
  while (isBlank(text.charAt(at))) at += 1;
  if (text.charAt(at) === ':') at += 1;
  while (isBlank(text.charAt(at))) at += 1;
  if (at === text.length) return at;
  if (text.charAt(at) === '\r') at += 1;
  return text.charAt(at) === '\n' ? at + 1 : -1;
}

function isBlank(character: string): boolean {
  return character === ' ' || character === '\t';
}
