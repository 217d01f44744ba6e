const SURROGATE = /[\ud800-\udfff]/;

/** `len` of a Python str. */
export function lengthOf(text: string): number {
  if (!SURROGATE.test(text)) return text.length;
  let length = text.length;
  for (let at = 0; at < text.length - 1; at += 1) {
    const isPair = (text.charCodeAt(at) & 0xfc00) === 0xd800 && (text.charCodeAt(at + 1) & 0xfc00) === 0xdc00;
    if (!isPair) continue;
    length -= 1;
    at += 1;
  }
  return length;
}

/** `text[count:]`. */
export function withoutFirst(text: string, count: number): string {
  if (!SURROGATE.test(text)) return text.slice(count);
  let at = 0;
  for (let passed = 0; passed < count && at < text.length; passed += 1)
    at += (text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1;
  return text.slice(at);
}
