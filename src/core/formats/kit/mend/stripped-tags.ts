import { valueToText } from '../../../text/json/index.ts';
import type { Block } from '../read/block.ts';
import { coerce } from '../read/coerce.ts';
import type { Opener } from '../read/opener.ts';
import { patternOf } from '../read/pattern-of.ts';
import { known, type Resumable } from '../read/resumable.ts';
import type { ToolIndex } from '../read/tool-index.ts';
import { turnEndIn } from '../read/turn-end.ts';
import { lengthBeforeWords } from '../read/words-around.ts';

/** Longer text is more than such a reply. */
const LONGEST = 4000;
const ATTRIBUTE = /[ \t\n]?name="([^"\n]{1,200})">/g;

/** The opener of a call whose tags were tokens that something took away: a declared name as an attribute, and then another. */
export function strippedOpener({ names }: ToolIndex): Opener {
  const next = new RegExp(`^${patternOf(names)} ?" ?> ?\\n?name ?= ?"`);
  return { text: 'name="', atLineStart: true, next, units: 8 };
}

/**
 * Reads a reply of which only the attributes and the values are left: a name, then a parameter and its value, each of them declared.
 *
 *      name="ring_bell"> name="times">2
 *      ^ the opener
 */
export function* strippedTags(block: Block): Resumable<number> {
  const { source, tools, rec, from } = block;
  yield* known(source, from, from + LONGEST);
  const text = source.slice(from, Math.min(source.length, from + LONGEST));
  const turnEnd = turnEndIn(text);
  const turn = (turnEnd < 0 ? text : text.slice(0, turnEnd)).trimEnd();
  const reply = turn.slice(0, lengthBeforeWords(turn)).replace(/\n```\s*$/, '');
  const [named, ...keys] = [...reply.matchAll(ATTRIBUTE)];
  const name = named?.[1] ?? '';
  const isWhole = turnEnd >= 0 || source.length - from <= LONGEST;
  const declared = tools.parameters(name);
  const written = keys.map(({ 1: key = '' }) => key);
  if (
    !block.startsReply ||
    !isWhole ||
    !written.every((key) => declared.includes(key)) ||
    new Set(written).size < written.length
  )
    return block.refuse('markup-not-followed', block.at);
  const members = keys.map(({ 0: tag, 1: key = '', index }, place) => {
    const value = reply.slice(index + tag.length, keys[place + 1]?.index).trim();
    return `${valueToText(key)}:${coerce(value, tools.parameter(name, key), tools.schema(name)).json}`;
  });
  const argumentsText = `{${members.join(',')}}`;
  const span = { from, to: from + reply.trimEnd().length };
  const nameSpan = { from: block.at, to: block.at + name.length };
  rec.repair('invented-form', span, `{"name": ${valueToText(name)}, "arguments": ${argumentsText}}`);
  rec.read('name', nameSpan);
  block.call({ name, nameSpan, argumentsText, argumentsSpan: span }, span);
  return block.end(span.to);
}
