/** Where the last tag begins that may become one of a tool; the length of the text where none does. */
export function partialTag(buffer: string, names: readonly string[]): number {
  for (
    let at = buffer.lastIndexOf('<');
    at > buffer.lastIndexOf('>');
    at = at === 0 ? -1 : buffer.lastIndexOf('<', at - 1)
  ) {
    const rest = buffer.slice(at + 1);
    const spaced = rest.trimStart();
    const mayOpen = (name: string): boolean =>
      `${name}>`.startsWith(rest) ||
      name.startsWith(spaced) ||
      (spaced.startsWith(name) && /^(?:\/>?)?$/.test(spaced.slice(name.length).trimStart()));
    if (names.some(mayOpen)) return at;
  }
  return buffer.length;
}
