import { CLASS_KEY } from './python-json.ts';

/**
 * A text that Elixir's `inspect` wrote, with its maps and structs as objects: `%ExAthena.Response{text: "…", finish_reason: :stop}`.
 * Keys and `nil` are left to the lenient reader. Null where the text begins with neither map nor struct.
 */
export function elixirTerms(text: string): string | null {
  const begins = /^\s{0,200}(?:\{:ok, |\[)?(?=%[\w.]{0,80}\{)/.exec(text.slice(0, 300));
  if (begins === null) return null;
  const source = text.trimEnd();
  const isTuple = begins[0].includes(':ok');
  const from = isTuple ? begins[0].length : 0;
  const to = isTuple && source.endsWith('}') ? source.length - 1 : source.length;
  const pieces: string[] = [];
  let copied = from;
  for (let at = from; at < to; at += 1) {
    const character = source.charAt(at);
    if (character === '"') {
      at += 1;
      while (at < to && source.charAt(at) !== '"') at += source.charAt(at) === '\\' ? 2 : 1;
      continue;
    }
    const token = character === '%' ? STRUCT : character === ':' ? ATOM : character === '=' ? ARROW : null;
    const found = token?.exec(source.slice(at, at + 100)) ?? null;
    if (found === null) continue;
    pieces.push(source.slice(copied, at), replacement(character, found[1] ?? ''));
    copied = at + found[0].length;
    at = copied - 1;
  }
  pieces.push(source.slice(copied, to));
  return pieces.join('');
}

const STRUCT = /^%([\w.]{0,80})\{/;
const ATOM = /^:([a-z_]\w{0,60}[?!]?)/;
const ARROW = /^=>/;

function replacement(character: string, name: string): string {
  if (character === '=') return ':';
  if (character === ':') return JSON.stringify(name);
  return name === '' ? '{' : `{${JSON.stringify(CLASS_KEY)}: ${JSON.stringify(name)}, `;
}
