import type { Block } from './kit/read/block.ts';
import { valueToText } from '../text/json/index.ts';
import { coerce } from './kit/read/coerce.ts';
import { textUntil } from './kit/read/text-until.ts';
import { tokenEnd } from './kit/mend/token-ends.ts';
import type { TaggedValues } from './kit/read/tagged-grammar.ts';
import { taggedValues } from './kit/read/tagged-values.ts';
import type { Resumable } from './kit/read/resumable.ts';
import { notAsked, eachCall, taggedCall, typeName } from './kit/read/write-calls.ts';
import type { ToolFormat } from './format.ts';

const body: TaggedValues = {
  call: { open: ['<|open|>call '], end: '<|sep|>', close: ['<|close|>call<|sep|>'], nameFrom: ['tool'] },
  value: { open: ['<|open|>argument '], end: '<|sep|>', close: ['<|close|>argument<|sep|>'], keyFrom: ['key'] },
  typed: 'type-name',
  trim: 'none',
};
const wrapped = taggedValues({ ...body, close: ['<|close|>tools<|sep|>'] });
const alone = taggedValues(body);
/** The tokens between two words are lost. */
const FUSED = '<|open|>toolscall ';
const fused = taggedValues({
  ...body,
  call: { open: [FUSED], end: '<|sep|>', close: ['<|close|>call<|sep|>'], nameFrom: ['tool'] },
  close: ['<|close|>toolsmessage<|sep|>', '<|close|>tools<|sep|>'],
});

const WRAPPER = '<|open|>tools';
const TOKEN = '<|sep|>';

function* read(block: Block): Resumable<number> {
  if (!block.opener.startsWith('<')) return yield* stripped(block);
  if (block.opener === block.spelt(FUSED)) {
    block.rec.repair(
      'wrong-marker',
      { from: block.from, to: block.at },
      block.spelt('<|open|>tools<|sep|><|open|>call '),
    );
    return yield* fused(block);
  }
  if (block.opener === block.spelt('<|open|>call ')) return yield* alone(block);
  // The token after the word may be damaged, or there twice.
  const isWhole = block.opener.length > block.spelt(WRAPPER).length;
  const token = block.spelt(TOKEN);
  const end = yield* tokenEnd(block.source, block.at - (isWhole ? token.length : 0), token);
  for (const { code, span, inserted } of end.repairs) block.rec.repair(code, span, inserted);
  return yield* wrapped(block.bodyAt(end.to));
}

/** Nothing longer is read where the tokens are gone. */
const LONGEST_STRIPPED = 100_000;
const ARGUMENT = /\s*argument key="([^"\n]*)" type="([a-z]+)" ?/y;
/** Arguments that cannot be read are not the same as none. */
const LOST_ARGUMENT = /^[^\n]*?\bargument key\b/;
const LONGEST_HEAD = 300;
const END = / ?argument(?=$| argument key="| call)/g;

/**
 * The words that are left of a call when its tokens were stripped:
 * `call tool="N" index="1" argument key="K" type="string" V argument call`.
 */
function* stripped(block: Block): Resumable<number> {
  const { source, rec } = block;
  const stop = yield* textUntil(source, block.at, ['\n\n'], LONGEST_STRIPPED);
  const text = source.slice(block.at, stop.to);
  const head = /^([^"\n]+)"(?: index="?\d+"?)?/.exec(text);
  const name = head?.[1];
  if (head === null || name === undefined) return block.refuse('markup-not-followed', block.at);
  const nameSpan = { from: block.at, to: block.at + name.length };
  rec.read('name', nameSpan);
  const members = new Map<string, string>();
  let at = head[0].length;
  for (;;) {
    ARGUMENT.lastIndex = at;
    const opened = ARGUMENT.exec(text);
    if (opened === null) break;
    const [whole, key = '', type = ''] = opened;
    const from = at + whole.length;
    END.lastIndex = from;
    const end = END.exec(text);
    if (end === null) {
      const parts = { name, nameSpan, argumentsText: '{}', argumentsSpan: null };
      // A blank line ends the call, even where its value has no end.
      if (stop.literal !== null || text.length >= LONGEST_STRIPPED)
        block.brokenOff(parts, { from: block.from, to: stop.to });
      else block.cut(parts, block.from);
      return block.end(stop.to);
    }
    const span = { from: block.at + from, to: block.at + end.index };
    const raw = text.slice(from, end.index);
    rec.read('value', span);
    members.set(key, type === 'string' ? valueToText(raw) : coerce(raw, { type }).json);
    at = end.index + end[0].length;
  }
  if (LOST_ARGUMENT.test(text.slice(at, at + LONGEST_HEAD))) {
    block.malformed('markup-not-followed', { from: block.from, to: stop.to }, block.at + at);
    return block.end(stop.to);
  }
  const argumentsText = `{${[...members].map(([key, json]) => `${valueToText(key)}:${json}`).join(',')}}`;
  const argumentsSpan = members.size === 0 ? null : { from: block.at + head[0].length, to: block.at + at };
  const to = block.at + at;
  block.call({ name, nameSpan, argumentsText, argumentsSpan }, { from: block.from, to });
  return block.end(text.startsWith(' call', at) ? block.closer(' call', to) : to);
}

/** Tags made of tokens, with the type of each argument. */
export const kimiK3: ToolFormat = {
  id: 'kimi-k3',
  lineage: 'Moonshot Kimi K3',
  models: 'Kimi K3',
  dialects: ['typed-values', 'stripped'],
  readers: { vllm: ['kimi_k3'], sglang: ['kimi_k3'], smg: ['kimi_k3'], llamacpp: ['peg-native'] },
  tier: 'marked',
  notAsked: notAsked.tokens,
  writes: [
    eachCall(
      (call, index) =>
        taggedCall({
          open: (name) => `<|open|>call tool="${name}" index="${String(index + 1)}"<|sep|>`,
          value: (key, text, value) =>
            `<|open|>argument key="${key}" type="${typeName(value)}"<|sep|>${text}<|close|>argument<|sep|>`,
          close: '<|close|>call<|sep|>',
          barred: ['<|close|>', '<|open|>'],
        })(call),
      { before: '<|open|>tools<|sep|>', between: '', after: '<|close|>tools<|sep|>' },
    ),
  ],
  example:
    '<|open|>tools<|sep|><|open|>call tool="hang_bell" index="1"<|sep|><|open|>argument key="kg" type="number"<|sep|>12<|close|>argument<|sep|><|close|>call<|sep|><|close|>tools<|sep|>',
  openers: [
    { text: WRAPPER + TOKEN },
    { text: WRAPPER, next: /<\|open\|>call/, units: 8 },
    { text: '<|open|>call ' },
    { text: FUSED, next: /^tool ?=/ },
    { text: 'tools call tool="', atLineStart: true },
    { text: 'call tool="', atLineStart: true },
  ],
  read: read,
  closers: ['<|close|>tools<|sep|>'],
};
