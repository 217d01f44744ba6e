import type { Span } from '../../../text/document/index.ts';
import { closersOf } from './closers.ts';

interface Tag {
  readonly name: string;
  readonly from: number;
  readonly to: number;
  readonly step: 1 | 0 | -1;
  /** How many elements are open before it. */
  readonly depth: number;
}

const NAME = /[A-Za-z_:][A-Za-z0-9_.:-]*|/y;

interface Elements {
  readonly opened: readonly Tag[];
  /** For each opening tag its content: empty after a self-closing one, undefined where it has no end. */
  readonly contents: readonly (Span | undefined)[];
}

/**
 * The tags of a fragment as the original scans it for the raw text of strings. `<!` and `<?` are passed over up to the next `>`
 * and `?>`; comments and sections are not known, but for `<!!--` and `<!![CDATA[`.
 */
export class RawTags {
  readonly #text: string;
  readonly #tags: readonly Tag[];
  readonly #byName = new Map<string, Elements>();

  constructor(text: string) {
    this.#text = text;
    this.#tags = tagsOf(text);
  }

  /** The content of the element that is all of the text; null where none is. */
  rootContent(): (Span & { readonly name: string }) | null {
    const name = /^<([^ \n\r\t/>]+)/.exec(this.#text)?.[1];
    const content = name === undefined ? null : this.firstContent(name);
    if (name === undefined || content === null) return null;
    const closer = `</${name}`;
    const closerTo = content.to + closer.length;
    let end = closerTo;
    if (this.#text.startsWith(closer, content.to)) {
      while (/\s/.test(this.#text.charAt(end))) end += 1;
      if (this.#text.charAt(end) !== '>') end = closerTo;
    }
    return end + 1 === this.#text.length ? { name, ...content } : null;
  }

  /** The content of the first element of that name that is in no other; null where it has no end. */
  firstContent(name: string): Span | null {
    const { opened, contents } = this.#of(name);
    return contents[opened.findIndex(({ depth }) => depth === 0)] ?? null;
  }

  /** How many opening tags of that name begin outside of `excluded`. */
  count(name: string, excluded: readonly Span[]): number {
    const { opened } = this.#of(name);
    return opened.filter(({ from }) => !excluded.some((span) => from >= span.from && from < span.to)).length;
  }

  /** The contents of the elements of that name, outermost ones, up to one without an end. */
  outermost(name: string): Span[] {
    const { opened, contents } = this.#of(name);
    const found: Span[] = [];
    let at = 0;
    for (const [index, { from }] of opened.entries()) {
      if (from < at) continue;
      const content = contents[index];
      if (content === undefined) break;
      found.push(content);
      at = content.to;
    }
    return found;
  }

  /** The raw text of the outermost element of that name; undefined also where the text does not end with a tag. */
  raw(name: string): string | undefined {
    if ((this.#tags.at(-1)?.to ?? 0) < this.#text.length) return undefined;
    const { opened, contents } = this.#of(name);
    let best: Span | undefined;
    let least = Infinity;
    for (const [index, { depth }] of opened.entries()) {
      if (contents[index] === undefined || depth >= least) continue;
      best = contents[index];
      least = depth;
    }
    return best && this.#text.slice(best.from, best.to);
  }

  #of(name: string): Elements {
    let of = this.#byName.get(name);
    if (of === undefined) {
      of = elementsOf(this.#tags.filter((tag) => tag.name === name));
      this.#byName.set(name, of);
    }
    return of;
  }
}

function elementsOf(tags: readonly Tag[]): Elements {
  const closers = closersOf(tags);
  const contents = tags.map(({ step, to }, index): Span | undefined => {
    const end = step === 0 ? to : closers[index + 1]?.from;
    return end === undefined ? undefined : { from: to, to: end };
  });
  const isOpened = ({ step }: Tag): boolean => step >= 0;
  return { opened: tags.filter(isOpened), contents: contents.filter((_, index) => isOpened(tags[index] as Tag)) };
}

function tagsOf(text: string): Tag[] {
  const tags: Tag[] = [];
  let depth = 0;
  for (let from = text.indexOf('<'); from >= 0 && from + 1 < text.length;) {
    const next = text.charAt(from + 1);
    NAME.lastIndex = from + (next === '/' ? 2 : 1);
    let tag: Omit<Tag, 'depth' | 'from'>;
    if (next === '!' || next === '?') {
      tag = { name: '', to: specialEnd(text, from), step: 0 };
    } else if (next === '/') {
      tag = { name: NAME.exec(text)?.[0] ?? '', to: past(text, '>', from + 2), step: -1 };
    } else {
      const name = NAME.exec(text)?.[0] ?? '';
      tag = { name, ...openEnd(text, from + 1 + name.length) };
    }
    tags.push({ from, depth, ...tag });
    const isElement = next !== '!' && next !== '?';
    if (isElement) depth = Math.max(0, depth + tag.step);
    from = text.indexOf('<', tag.to);
  }
  return tags;
}

/** Past the next `what`, or the end of the text. */
function past(text: string, what: string, from: number): number {
  const at = text.indexOf(what, from);
  return at < 0 ? text.length : at + what.length;
}

function specialEnd(text: string, from: number): number {
  if (text.charAt(from + 1) === '?') return past(text, '?>', from + 2);
  if (text.startsWith('!--', from + 2)) return past(text, '-->', from + 5);
  return text.startsWith('![CDATA[', from + 2) ? past(text, ']]>', from + 10) : past(text, '>', from + 2);
}

/** Past the `>` of an opening tag, outside of quotes. In quotes a backslash escapes. */
function openEnd(text: string, from: number): { readonly to: number; readonly step: 1 | 0 } {
  let at = from;
  for (; at < text.length && text.charAt(at) !== '>'; at += 1) {
    const character = text.charAt(at);
    if (character === '/' && text.charAt(at + 1) === '>') return { to: at + 2, step: 0 };
    if (character !== '"' && character !== "'") continue;
    for (at += 1; at < text.length && text.charAt(at) !== character; at += 1) if (text.charAt(at) === '\\') at += 1;
  }
  return { to: at + 1, step: 1 };
}
