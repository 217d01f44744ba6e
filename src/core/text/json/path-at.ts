import { stringEnd } from './string-end.ts';

/**
 * The path to the value at `at` in the JSON value that begins at `from`, such as `arguments.lines[2]`; '' at its top.
 * Reads broken JSON as well as it can: it follows strings and brackets, and nothing else. Linear.
 */
export function jsonPathAt(text: string, from: number, at: number): string {
  const path: (string | number)[] = [];
  let key = '';
  let isKey = false;
  for (let index = Math.max(from, 0); index < at; index += 1) {
    const sign = text.charAt(index);
    const top = path.length - 1;
    if (sign === '"') {
      const end = stringEnd(text, index, at);
      if (isKey) key = text.slice(index + 1, end);
      index = end;
    } else if (sign === ':' && isKey) {
      if (top >= 0) path[top] = key;
      isKey = false;
    } else if (sign === '{' || sign === '[') {
      path.push(sign === '{' ? '' : 0);
      isKey = sign === '{';
    } else if (sign === '}' || sign === ']') {
      path.pop();
      isKey = false;
    } else if (sign === ',') {
      const place = path[top];
      if (typeof place === 'number') path[top] = place + 1;
      else isKey = true;
    }
  }
  return path
    .map((step) => (typeof step === 'number' ? `[${String(step)}]` : step === '' ? '' : `.${step}`))
    .join('')
    .replace(/^\./, '')
    .slice(0, 200);
}
