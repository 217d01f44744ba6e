import { valueToText } from '../../../text/json/index.ts';
import type { Block } from '../read/block.ts';
import { coerce } from '../read/coerce.ts';
import type { Opener } from '../read/opener.ts';
import { patternOf } from '../read/pattern-of.ts';
import type { Resumable } from '../read/resumable.ts';
import { textUntil } from '../read/text-until.ts';
import type { ToolIndex } from '../read/tool-index.ts';
import { MOST_LISTS_IN_VAIN } from './named-list.ts';

const LONGEST_CALL = 20_000;
/** The rest of the tag of the function is looked for this far before the first parameter. */
const LONGEST_REST = 60;
const CLOSERS = ['</function>', '</invoke>'];
/** A tag before the first parameter that has no name. */
const OTHER_TAG = /^(?:\/.*|tool_calls?|function)$/;
const PAIR = /\s*<?param(?:eter)?(?:=| name=)(["']?)([\w.-]+)\1>\n?([\s\S]*?)\n?<\/param(?:eter)?>/y;
/** The end of a line that names the function, as models write it that imitate the words of a transcript. */
const NAMED = /(?:^|\n)([^\n]{0,40}?)["'`]?([\w.:/-]{1,200})["'`]?(?:>|\])[ \t]*\n[ \t]*$/;
/** What is before the name on such a line. */
const SAYS_CALL = /tool|func|call|invok|name=["']?$/i;
const LONGEST_LINE = 260;

/** Openers for the first parameter of a call that lost the tag of its function; the tag of the parameter may lack its first sign. */
export function namelessOpeners(tools: ToolIndex): readonly Opener[] {
  const keys = [...new Set(tools.names.flatMap((name) => tools.parameters(name)))];
  if (keys.length === 0) return [];
  const next = new RegExp(`^${patternOf(keys)}>`);
  const quoted = new RegExp(`^${patternOf(keys)}["']>`);
  return [
    ...['<parameter=', 'parameter='].map((text) => ({ text, atLineStart: true as const, next, units: 4 })),
    ...['<parameter name="', "<parameter name='", '<param name="', "<param name='"].map((text) => ({
      ...{ text, atLineStart: true as const, next: quoted, units: 5 },
    })),
  ];
}

/** Whether an opener is one of these. */
export function isNamelessOpener(opener: string): boolean {
  return /^<?param(?:eter)?(?:=| name=["'])$/.test(opener);
}

/**
 * Reads parameters whose function has lost its tag with the name: the closing tag of the function follows them, and the line
 * before them names it, only one declared tool takes and requires such parameters, or what is left of the name belongs to one.
 *
 *     _plan>\n<parameter=task>dig</parameter>\n</function>
 *             ^ the opener
 *     [Calling tool: dig_well]\n<parameter name="m">2</parameter>\n</invoke>
 *                               ^ the opener
 */
export function* namelessParameters(block: Block): Resumable<number> {
  const { source, tools, rec, from } = block;
  if (source.listsInVain >= MOST_LISTS_IN_VAIN) return block.refuse('markup-not-followed', block.at);
  const end = yield* textUntil(source, block.at, CLOSERS, LONGEST_CALL);
  const pairs = end.literal === null ? null : pairsIn(source.slice(from, end.to));
  const [, tag = ''] = /<?([^<>\s]*)>\s*$/.exec(source.slice(Math.max(0, from - LONGEST_REST), from)) ?? [];
  // A whole tag that names a function is not the rest of one.
  const rest = OTHER_TAG.test(tag) ? '' : tag;
  const [, lead = '', named = ''] = NAMED.exec(source.slice(Math.max(0, from - LONGEST_LINE), from)) ?? [];
  const isNamed = SAYS_CALL.test(lead) && tools.has(named);
  // Tags of this kind are those of any markup, unless their line says so.
  const mayBe = isNamed || block.opener.endsWith('=');
  const name =
    pairs === null || !mayBe ? null : toolOf(tools, isNamed ? [named] : tools.names, pairs, isNamed ? named : rest);
  if (pairs === null || name === null || end.literal === null) {
    source.listsInVain += 1;
    return block.refuse('markup-not-followed', block.at);
  }
  const opener = end.literal === '</invoke>' ? `<invoke name="${name}">\n` : `<function=${name}>\n`;
  rec.repair('missing-marker', { from, to: from }, opener);
  const schema = tools.schema(name);
  const members = Array.from(
    pairs,
    ([key, text]) => `${valueToText(key)}:${coerce(text, tools.parameter(name, key), schema).json}`,
  );
  const span = { from, to: end.to };
  const argumentsText = `{${members.join(',')}}`;
  block.call({ name, nameSpan: { from, to: from }, argumentsText, argumentsSpan: span }, span);
  return block.end(block.closer(end.literal, end.to));
}

/** The keys and values that fill a text; null where anything else is in it. */
function pairsIn(text: string): ReadonlyMap<string, string> | null {
  const pairs = new Map<string, string>();
  let to = 0;
  PAIR.lastIndex = 0;
  for (let pair = PAIR.exec(text); pair !== null; pair = PAIR.exec(text)) {
    const [, , key = '', value = ''] = pair;
    if (pairs.has(key)) return null;
    pairs.set(key, value);
    to = PAIR.lastIndex;
  }
  return pairs.size > 0 && text.slice(to).trim() === '' ? pairs : null;
}

/** The only one of some tools that takes such parameters; `rest` is the end of its name, where that is left. */
function toolOf(
  tools: ToolIndex,
  names: readonly string[],
  pairs: ReadonlyMap<string, string>,
  rest: string,
): string | null {
  const fits = names.filter((name) => {
    const declared = tools.parameters(name);
    return (
      !tools.lacksRequired(name, [...pairs.keys()]) &&
      name.endsWith(rest) &&
      Array.from(pairs.keys()).every((key) => declared.includes(key))
    );
  });
  return fits.length === 1 ? (fits[0] ?? null) : null;
}
