/** Where the last tag begins that may become one of a tool; the length of the text where none does. */
export function partialTag(buffer: string, names: readonly string[]): number {
  if (!buffer.includes('<')) return buffer.length;
  const longest = names.reduce((most, name) => Math.max(most, `${name}/>`.length), 0);
  const closed = buffer.lastIndexOf('>');
  for (let at = buffer.lastIndexOf('<'); at > closed; at = at === 0 ? -1 : buffer.lastIndexOf('<', at - 1)) {
    const rest = buffer.slice(at + 1);
    const spaced = rest.trimStart();
    const mayOpen = (name: string): boolean =>
      `${name}>`.startsWith(rest) ||
      name.startsWith(spaced) ||
      (spaced.startsWith(name) && /^(?:\/>?)?$/.test(spaced.slice(name.length).trimStart()));
    if (names.some(mayOpen)) return at;
    // What begins further left is longer still. White space counts only between the name and the slash.
    if (spaced.replace(/\s+/g, '').length > longest) break;
  }
  return buffer.length;
}
