/** A tag by what it does to the number of open elements. */
interface Tag {
  readonly step: 1 | 0 | -1;
}

/** For each tag, and for the end: the closing tag of an element whose content begins before it; undefined where it has none. */
export function closersOf<One extends Tag>(tags: readonly One[]): (One | undefined)[] {
  const closers = new Array<One | undefined>(tags.length + 1).fill(undefined);
  // From the right: the closing tags that still wait for the content before them, the nearest last.
  const waiting: One[] = [];
  for (let index = tags.length - 1; index >= 0; index -= 1) {
    const tag = tags[index] as One;
    if (tag.step === -1) waiting.push(tag);
    else if (tag.step === 1) waiting.pop();
    closers[index] = waiting.at(-1);
  }
  return closers;
}
