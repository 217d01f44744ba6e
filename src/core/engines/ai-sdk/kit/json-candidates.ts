import { type Span, trimmedPart } from '../../../text/document/index.ts';

/** What may be JSON, with what is around it. */
export interface Candidate extends Span {
  /** Trimmed. */
  readonly body: Span;
}

/** The longest object that is looked at outside of tags and fences. */
const LONGEST = 10_000;

/** The bodies of `<tool_call>` tags and of code fences, and objects, by where they begin, the longer first. */
export function candidatesIn(text: string): readonly Candidate[] {
  return [...tagged(text), ...fenced(text), ...objects(text)].sort(
    (one, other) => one.from - other.from || other.to - one.to,
  );
}

function tagged(text: string): Candidate[] {
  const opener = /<tool_call>/gi;
  const closer = /<\/tool_call>/gi;
  const found: Candidate[] = [];
  for (let open = opener.exec(text); open !== null; open = opener.exec(text)) {
    closer.lastIndex = opener.lastIndex;
    const close = closer.exec(text);
    if (close === null) break;
    const body = trimmedPart(text, { from: opener.lastIndex, to: close.index });
    if (body.from < body.to) found.push({ from: open.index, to: closer.lastIndex, body });
    opener.lastIndex = closer.lastIndex;
  }
  return found;
}

const FENCE = '```';

function fenced(text: string): Candidate[] {
  const language = /json|yaml|xml/iy;
  const found: Candidate[] = [];
  let at = 0;
  for (;;) {
    const from = text.indexOf(FENCE, at);
    const close = from < 0 ? -1 : text.indexOf(FENCE, from + FENCE.length);
    if (close < 0) return found;
    language.lastIndex = from + FENCE.length;
    const body = trimmedPart(text, { from: language.test(text) ? language.lastIndex : from + FENCE.length, to: close });
    at = close + FENCE.length;
    if (body.from < body.to) found.push({ from, to: at, body });
  }
}

/** From each outermost `{` to its `}`. A quote outside of objects begins a string too. */
function objects(text: string): Candidate[] {
  const found: Candidate[] = [];
  let depth = 0;
  let from = -1;
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charAt(at);
    if (character === '"') {
      for (at += 1; at < text.length && text.charAt(at) !== '"'; at += 1) if (text.charAt(at) === '\\') at += 1;
    } else if (character === '{') {
      if (depth === 0) from = at;
      depth += 1;
    } else if (character === '}') {
      depth = Math.max(0, depth - 1);
      if (depth > 0) continue;
      if (from >= 0 && at + 1 - from <= LONGEST) found.push({ from, to: at + 1, body: { from, to: at + 1 } });
      from = -1;
    }
  }
  return found;
}
