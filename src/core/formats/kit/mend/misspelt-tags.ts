import { isAsciiLetter } from '../../../text/document/index.ts';
import type { JsonPart } from '../read/json-part.ts';
import { callShape, itemsOf, keyedShape, usualKeys } from '../read/call-shape.ts';
import { headAt } from '../read/head.ts';
import { readJsonPayload } from '../read/json-payload.ts';
import { foldedName, slipsIn } from './misspelt-closer.ts';
import { codeAt, find, isNameCode, skipSpace, type Resumable } from '../read/resumable.ts';
import { candidateFor, type Candidate, type Marker, type MarkerTable } from '../../pass/marker-table.ts';
import type { PassContext } from '../../pass/pass-context.ts';

const LF = 0x0a;
const GREATER = 0x3e;
const EQUALS = 0x3d;
const SPACE = 0x20;
const SLASH = 0x2f;
const OPEN_BRACE = 0x7b;
const OPEN_BRACKET = 0x5b;
const LONGEST_NAME = 40;
const LONGEST_ATTRIBUTES = 200;
const LONGEST_HEAD = 300;

/** A misspelt tag that opens a block. */
export interface MisspeltTag {
  readonly candidate: Candidate;
  /** As the format has it. */
  readonly opener: string;
  /** After the tag as it is written. */
  readonly to: number;
}

/** What may precede the name of a tool in a body that is no JSON. */
const BEFORE_NAME =
  /^(?:<[\w:|｜]+(?:\s+name)?\s*=\s*["']?|<tool_name>|<name>|<|\[|name\s*=\s*["']?|["'])?(?:functions\.)?([^\s"'<>()[\]{}=]+)/;

/** A tag that is named as a tool, and JSON in it. */
const OWN_TAG = /^<([\w.-]+)>\s*\{/;

/**
 * Reads the tag at `from` if it is nearly an opener: its name is misspelt, or it has attributes that the opener does not
 * have. A complete call of a declared tool must follow; otherwise null.
 *
 *     <tool_cal>{"name": "ring_bell", …}    <tool_call id="1">{"name": "ring_bell", …}    </function=ring_bell>
 *     ^ from    ^ to                        ^ from            ^ to                        ^ from     ^ to
 */
export function* misspeltTag(context: PassContext, { tags }: MarkerTable, from: number): Resumable<MisspeltTag | null> {
  const { source, tools } = context;
  if (tools.isEmpty || tags.length === 0 || context.isInQuotes(from)) return null;
  let nameFrom = from + 1;
  const isClosing = (yield* codeAt(source, nameFrom)) === SLASH;
  if (isClosing || source.code(nameFrom) === SPACE) nameFrom += 1;
  yield* codeAt(source, nameFrom);
  if (!isAsciiLetter(source.code(nameFrom))) return null;
  let at = nameFrom;
  while (at - nameFrom < LONGEST_NAME && isNameCode(yield* codeAt(source, at))) at += 1;
  const name = source.slice(nameFrom, at);
  // Lookalikes have a diagnosis of their own.
  if (/[^ -~]/.test(name)) return null;
  const written = foldedName(name);
  const near = tags
    .flatMap((tag) => {
      const slips = slipsIn(written, tag.folded);
      return slips === null ? [] : [{ ...tag, slips }];
    })
    .toSorted((one, other) => one.slips - other.slips || Number(isAlike(other, name)) - Number(isAlike(one, name)));
  if (near.length === 0) return null;
  const end = yield* attributesEnd(context, at);
  const sign = yield* codeAt(source, at);
  for (const { marker, tail } of near) {
    // A tag that closes a call has neither a name nor attributes.
    if (isClosing && tail === '>') continue;
    const isThere = tail === '' ? sign === SPACE || sign === EQUALS : sign === tail.charCodeAt(0);
    const to = tail === '>' ? end : isThere ? at + tail.length : null;
    if (to === null || source.startsWith(marker.literal, from)) continue;
    const candidate = candidateFor(marker, yield* headAt(source, to, marker.units));
    if (candidate !== null && (yield* isDeclaredCall(context, to))) return { candidate, opener: marker.literal, to };
  }
  return null;
}

/** Whether a tag is in capital letters as the written name is. */
function isAlike({ marker: { literal } }: { readonly marker: Marker }, name: string): boolean {
  return (literal === literal.toUpperCase()) === (name === name.toUpperCase());
}

/**
 * Reads a tag without its `<`, which ends at `to`. A call of a declared tool must follow; otherwise null.
 *
 *     tool_call>{"name": "ring_bell", …}
 *               ^ to
 */
export function* tagWithoutSign(context: PassContext, tag: Marker, to: number): Resumable<MisspeltTag | null> {
  if (context.tools.isEmpty) return null;
  const candidate = candidateFor(tag, yield* headAt(context.source, to, tag.units));
  const isMeant = candidate !== null && (yield* isDeclaredCall(context, to));
  return isMeant ? { candidate, opener: tag.literal, to } : null;
}

/**
 * Reads a closing tag in the place of its opener; it ends at `to`. A call of a declared tool must follow, and then the same
 * tag again; otherwise null.
 *
 *     </tool_call>{"name": "ring_bell", …}</tool_call>
 *                 ^ to
 */
export function* closerAsOpener(
  context: PassContext,
  tag: Marker,
  closer: string,
  from: number,
  to: number,
): Resumable<MisspeltTag | null> {
  const { source } = context;
  const opener = context.isInQuotes(from) ? null : yield* tagWithoutSign(context, tag, to);
  if (opener === null) return null;
  const close = yield* find(source, closer, to);
  const open = source.next(opener.opener, to);
  return close >= 0 && (open < 0 || open > close) ? opener : null;
}

/** The offset after the tag on its line; null if the tag closes itself, or if its attributes are the arguments of a call. */
function* attributesEnd({ source }: PassContext, from: number): Resumable<number | null> {
  for (let at = from; at - from < LONGEST_ATTRIBUTES; at += 1) {
    const code = yield* codeAt(source, at);
    if (code === GREATER) {
      const text = source.slice(from, at);
      return /\/\s*$|\b(?:args|arguments)\s*=/.test(text) ? null : at + 1;
    }
    // A tag without its `>`: the line ends after the name, or the body follows it.
    if (at === from && (code === LF || code === OPEN_BRACE)) return at;
    if (code < SPACE || code === 0x3c || (at === from && code === SLASH)) return null;
    if (at === from && code !== SPACE && code !== EQUALS) return null;
  }
  return null;
}

/** Whether a complete JSON call, or the beginning of a call in other markup, follows and calls a declared tool. */
function* isDeclaredCall({ source, tools }: PassContext, from: number): Resumable<boolean> {
  const at = yield* skipSpace(source, from);
  const code = yield* codeAt(source, at);
  if (code === OPEN_BRACE || code === OPEN_BRACKET) {
    const { state, root } = yield* readJsonPayload(source, at, []);
    const items = state === 'whole' && root !== null ? itemsOf(root) : [];
    if (items.length > 0) return items.every((item) => tools.has(tools.resolve(nameIn(item))));
  }
  yield* codeAt(source, at + LONGEST_HEAD);
  // The tag of a tool is read for itself.
  if (tools.has(OWN_TAG.exec(source.slice(at, Math.min(source.length, at + LONGEST_HEAD)))?.[1] ?? '')) return false;
  const name = BEFORE_NAME.exec(source.slice(at, Math.min(source.length, at + LONGEST_HEAD)))?.[1];
  return name !== undefined && tools.has(tools.resolve(name));
}

function nameIn(item: JsonPart): string {
  const name = callShape(item, usualKeys)?.name.node;
  return name?.kind === 'string' ? name.value : (keyedShape(item)?.name ?? '');
}
