import { commentEnd } from './json-space.ts';

/** Relaxed JSON with the raw control characters of its strings as escapes; a backslash before one goes. */
export function withEscapedControls(json: string): string {
  const parts: string[] = [];
  let from = 0;
  let quote = '';
  const escapeAt = (at: number, length: number): void => {
    parts.push(json.slice(from, at), escapeOf(json.charAt(at + length - 1)));
    from = at + length;
  };
  for (let at = 0; at < json.length; at += 1) {
    const character = json.charAt(at);
    if (quote === '') {
      const end = commentEnd(json, at);
      if (end >= 0) at = end - 1;
      else if (character === '"' || character === "'") quote = character;
    } else if (character === '\\') {
      if (isControl(json.charAt(at + 1))) escapeAt(at, 2);
      at += 1;
    } else if (character === quote) {
      quote = '';
    } else if (isControl(character)) {
      escapeAt(at, 1);
    }
  }
  return parts.length === 0 ? json : parts.join('') + json.slice(from);
}

function escapeOf(control: string): string {
  if (control === '\n') return '\\n';
  if (control === '\r') return '\\r';
  return control === '\t' ? '\\t' : `\\u${control.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

function isControl(character: string): boolean {
  return character !== '' && character < ' ';
}

/** Relaxed JSON without the backslashes of its strings that begin no escape. */
export function withoutInvalidEscapes(json: string): string {
  return json.replace(/"(?:[^"\\]|\\[^])*"?|'(?:[^'\\]|\\[^])*'?/g, (string) =>
    string.replace(/\\([^])/g, (escape, character: string) =>
      character === string.charAt(0) || '\\/bfnrtu'.includes(character) ? escape : character,
    ),
  );
}
