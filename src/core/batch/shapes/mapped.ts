import { type LoggedCall, type Mapping, type MappedPart, mappedParts, type Said } from '../reply.ts';
import { type Fields, fieldsOf, idOf, textOf, unpacked } from '../values.ts';
import { rightOf } from './beside.ts';
import { allCalls, call, callOf, keyedCall } from './calls.ts';
import { callsWithin, contentText, saidBy } from './message.ts';
import { speakerOf } from './speaker.ts';
import { beside, type Reached, reached } from './paths.ts';
import { nothing, type RecordReading } from './shape.ts';
import { toolsIn } from './tools.ts';

/** What a record says where somebody has said which members hold some of it, and which of these the record has. */
export interface MappedReading {
  readonly reading: RecordReading;
  readonly met: readonly MappedPart[];
}

/** Reads the parts that a mapping names from their members; the others stay as the shape of the record has them. */
export function mappedReading(record: Fields, mapping: Mapping, base: RecordReading): MappedReading {
  const values = new Map(
    mappedParts.map((part) => {
      const path = mapping[part] ?? '';
      return [part, path === '' ? [] : reached(record, path).filter(({ value }) => value !== undefined)] as const;
    }),
  );
  const of = (part: MappedPart): readonly Reached[] => values.get(part) ?? [];
  const first = (part: MappedPart): unknown => of(part)[0]?.value;
  const isGiven = (part: MappedPart): boolean => mapping[part] !== undefined;
  const said = saidWith(of('reply'), of('calls'), mapping, base.said);
  return {
    reading: {
      ...(isGiven('reply') ? { ...nothing(base.id), expected: base.expected ?? null } : base),
      ...(isGiven('id') ? { id: idOf(first('id')) } : {}),
      said,
      tools: isGiven('tools') ? toolsIn(first('tools')) : (base.tools ?? null),
      model: isGiven('model') ? textOf(first('model')) : (base.model ?? null),
      prompt: isGiven('prompt') ? textOf(first('prompt')) : (base.prompt ?? null),
      isRight: isGiven('right') ? rightOf(first('right')) : (base.isRight ?? null),
    },
    met: mappedParts.filter((part) => of(part).length > 0),
  };
}

function saidWith(
  replies: readonly Reached[],
  calls: readonly Reached[],
  mapping: Mapping,
  base: readonly Said[],
): readonly Said[] {
  const { reply, calls: callPath } = mapping;
  if (reply === undefined && callPath === undefined) return base;
  const areFromText = !areBeside(mapping);
  const texts: readonly { readonly said: Said; readonly places: readonly number[] | null }[] =
    reply === undefined
      ? base.map((said) => ({ said, places: null }))
      : replies.flatMap(({ value, places }) => {
          const said = saidAt(value);
          return said === null ? [] : [{ said, places }];
        });
  if (texts.length === 0) {
    const listed = calls.flatMap(({ value }) => callsAt(value) ?? []);
    return reply === undefined && listed.length > 0 ? [{ text: null, calls: listed }] : [];
  }
  return texts.map(({ said, places }, index) => {
    if (callPath === undefined) {
      const own = texts.length === base.length ? base[index] : undefined;
      return said.calls === null && own !== undefined ? { ...own, text: said.text } : said;
    }
    const found = places === null ? (calls.length === texts.length ? calls[index] : calls[0]) : beside(calls, places);
    const own = found === null || found === undefined ? null : callsAt(found.value);
    return { text: said.text, calls: own, ...(own !== null && areFromText ? { areFromText } : {}) };
  });
}

/** Whether the calls lie beside the text of a message, as servers return them: then the text does not hold them any more. */
function areBeside({ reply = '', calls = '' }: Mapping): boolean {
  return /(?:tool_calls|function_call|toolCalls)$/.test(calls) && /(?:content|text)$/.test(reply);
}

function saidAt(value: unknown): Said | null {
  if (typeof value === 'string') return { text: value, calls: null };
  const message = fieldsOf(value);
  if (message !== null && speakerOf(message) !== null) return saidBy(message);
  const text = contentText(value);
  if (text !== null) return { text, calls: callsWithin(value) };
  const calls = callsAt(value);
  if (calls !== null) return { text: null, calls };
  return message === null ? null : { text: JSON.stringify(message), calls: null };
}

/** The calls that a value is, in any of the forms that logs have; null for none of them. */
export function callsAt(given: unknown): LoggedCall[] | null {
  const value = unpacked(given);
  if (Array.isArray(value))
    return allCalls(value) ?? allCalls(value, keyedCall) ?? namesOnly(value) ?? callsWithin(value);
  const single = callOf(value) ?? keyedCall(value);
  return single === null ? null : [single];
}

function namesOnly(value: readonly unknown[]): LoggedCall[] | null {
  const names = value.flatMap((one) => textOf(one) ?? []);
  return names.length > 0 && names.length === value.length && names.every((name) => /^[\w.-]{1,64}$/.test(name))
    ? names.map((name) => call(name, null))
    : null;
}
