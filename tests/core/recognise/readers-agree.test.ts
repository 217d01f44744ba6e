import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { answerOf } from '../../../src/core/recognise/evidence/paste/answer.ts';
import { givenMessage } from '../../../src/core/recognise/evidence/paste/call-outcome.ts';
import { part, valuesOf } from '../../../src/core/recognise/evidence/values.ts';
import {
  at,
  frameOf,
  itemsOf,
  keysOf,
  messageOf,
  type RecognisedReply,
  responseOf,
  unpacked,
  type Value,
} from '../../../src/core/recognise/index.ts';
import { joinedSaid, readMessage, repliesOf } from '../../../src/core/recognise/message/index.ts';
import { extract } from '../../../src/core/reader/index.ts';
import { type MessageShape, messageShapes } from './message-shapes.ts';
import { pastes } from './pastes.ts';

/** What a message says: the text, and each call as `name(arguments)`. */
interface Reading {
  readonly text: string | null;
  readonly calls: readonly string[];
}

function callText(name: string, argumentsText: string): string {
  // A call that cannot be read gets a name, and what was written of it for its arguments.
  if (name === '' || name === 'unknown') return 'no name';
  try {
    return `${name}(${JSON.stringify(JSON.parse(argumentsText === '' ? '{}' : argumentsText))})`;
  } catch {
    return `${name}(…)`;
  }
}

/** What the page shows of a reply: its native calls are read as any format reads them. */
function asReply(replies: readonly RecognisedReply[]): Reading {
  const texts = replies.flatMap(({ text }) => (text === null || text === '' ? [] : text));
  const natives = replies.flatMap(({ native }) => native ?? []);
  const calls = natives.flatMap((native) => extract({ tool_calls_text: native }, { runtime: 'auto' }).calls);
  return {
    text: texts.length === 0 ? null : texts.join(''),
    calls: calls.map(({ name, argumentsText }) =>
      callText(name, argumentsText.includes('__invalid_json__') ? '…' : argumentsText),
    ),
  };
}

/** What the evidence has of it. */
function asEvidence({
  text,
  calls,
}: Pick<NonNullable<ReturnType<typeof answerOf>>['turn'], 'text' | 'calls'>): Reading {
  return {
    text: text?.text ?? null,
    calls: calls.map(({ name, argumentsText }) => callText(name, argumentsText)),
  };
}

/** How the two read one value, as a message and as a response: as the page shows it, and as the evidence has it. */
function readingsOf(value: Value): readonly (readonly [Reading, Reading])[] {
  const message = messageOf(value);
  const response = responseOf(value);
  const found: (readonly [Reading, Reading])[] = [];
  if (message !== null && (message.role === 'assistant' || message.role === 'item')) {
    const { texts, calls } = givenMessage(part(value, message.body));
    found.push([asReply(repliesOf(message)), asEvidence({ text: joinedSaid(texts), calls })]);
  }
  const turn = response === null || response.isUnprinted === true ? undefined : answerOf(value)?.turn;
  if (response !== null && turn !== undefined) {
    // The evidence is of one turn; here each choice and each step has a reply.
    const { replies } = response;
    const asked = asEvidence(turn);
    const each = [replies, ...replies.map((reply) => [reply])].map(asReply);
    const same = each.find((one) => JSON.stringify(one) === JSON.stringify(asked));
    found.push([same ?? asReply(replies), asked]);
  }
  return found;
}

/** Every value in a paste, those in strings of JSON included. */
function valuesIn(content: string): readonly Value[] {
  const found: Value[] = [];
  const waiting = [...valuesOf(frameOf(content))];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const value = unpacked(next) ?? next;
    found.push(value);
    waiting.push(...itemsOf(value), ...keysOf(value).flatMap((key) => at(value, key) ?? []));
  }
  return found;
}

const cases = readFileSync(new URL('../../fixtures/evidence.jsonl', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as { readonly id: string; readonly content: string });

/** On purpose: of a call that goose could not read nothing is left to show, but the evidence must know that there was one. */
const onPurpose: ReadonlySet<string> = new Set(['a10', 'n31']);

describe('a reply and the evidence have the same text and calls', () => {
  it.each(Object.entries<MessageShape>(messageShapes))('of a message: %s', (_, shape) => {
    const { message, text = 'Let me look.', calls = ['dim_lamp({"room":"attic"})'] } = shape;
    const [value] = valuesOf(frameOf(JSON.stringify(message)));
    const readings = value === undefined ? [] : readingsOf(value);
    expect(readings.length).toBeGreaterThan(0);
    for (const [shown, proved] of readings) {
      expect(shown).toEqual({ text, calls });
      expect(proved).toEqual({ text, calls });
    }
  });

  it('a call has the id that its result names, and not that of its item', () => {
    const call = { type: 'function_call', id: 'fc_1', call_id: 'call_1', name: 'dim_lamp', arguments: '{}' };
    const [value] = valuesOf(frameOf(JSON.stringify(call)));
    expect(value === undefined ? [] : readMessage(value).calls.map(({ id }) => id)).toEqual(['call_1']);
  });

  it('of every message and response in a fixture', () => {
    const all = [...cases, ...pastes.map(({ kind, file, content }) => ({ id: `${kind}/${file}`, content }))];
    let count = 0;
    const others = all.flatMap(({ id, content }) => {
      const readings = valuesIn(content).flatMap(readingsOf);
      count += readings.length;
      const differ = readings.filter(([shown, proved]) => JSON.stringify(shown) !== JSON.stringify(proved));
      return onPurpose.has(id) ? [] : differ.map(([shown, proved]) => ({ id, shown, proved }));
    });
    expect(count).toBeGreaterThan(2500);
    expect(others).toEqual([]);
  });
});
