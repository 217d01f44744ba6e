import { isObject } from '../text/json/index.ts';
import { gemmaCallText } from './kit/read/write-gemma.ts';
import type { Block } from './kit/read/block.ts';
import { codeAt, endOf, lookingAt, skipSpace, type Resumable } from './kit/read/resumable.ts';
import { withoutOpener } from './kit/mend/lost-openers.ts';
import { jsonCalls } from './kit/read/json-calls.ts';
import { gemmaCall } from './kit/read/gemma-object.ts';
import { BEFORE_BRACE, strippedGemmaCall } from './kit/read/stripped-gemma-call.ts';
import { headAt } from './kit/read/head.ts';
import { taggedValues } from './kit/read/tagged-values.ts';
import { notAsked, eachCall } from './kit/read/write-calls.ts';
import type { ToolFormat } from './format.ts';

const grammar = { quote: '<|"|>', close: ['<tool_call|>', '<|tool_call|>', '<turn|>', '</tool_call>'] };
const json = jsonCalls({ close: grammar.close });
const marked = gemmaCall(grammar);
const callText = gemmaCallText('', grammar.quote, '');

/** What is left where the opening token is lost. */
const NAMED = 'call:';

/** The tag of others around the call. */
const OTHER_TAG = '<tool_call>';

/** The form of Gemini's name spaces, in a tag that closes itself. */
const TAG = { open: '<call:', space: 'default_api:', close: '/>' };
const inTag = gemmaCall({ ...grammar, close: [TAG.close] });

function* readTag(block: Block): Resumable<number> {
  const { source, rec, from } = block;
  const hasSpace = yield* lookingAt(source, block.at, TAG.space);
  const at = block.at + (hasSpace ? TAG.space.length : 0);
  rec.repair('wrong-marker', { from, to: at }, '<|tool_call>call:');
  const to = yield* inTag(block.bodyAt(at));
  if (block.calls > 0 && source.slice(to - TAG.close.length, to) === TAG.close)
    rec.repair('wrong-marker', { from: to - TAG.close.length, to }, '<tool_call|>');
  return to;
}

/** The arguments between words, as Continue asks for them. */
const continued = taggedValues({
  call: { nameEnd: [':\n', '\n'], close: grammar.close },
  value: { key: ['BEGIN_ARG:', '\n'], open: '', close: ['END_ARG'] },
  beforeName: ['call:'],
});
const CONTINUED = /^call:[\w.-]+:?\nBEGIN_ARG ?:/;

function* readContinued(block: Block): Resumable<number> {
  const { rec, at, source } = block;
  const to = yield* continued(block);
  const call = rec.calls.at(-1);
  const body = { from: at, to: at + source.slice(at, to).lastIndexOf('END_ARG') + 'END_ARG'.length };
  const args = call?.arguments;
  const text = block.calls === 1 && isObject(args) ? callText({ name: call?.name ?? '', arguments: args }) : null;
  if (text !== null) rec.repair('invented-form', body, text);
  return to;
}

/** Some models write JSON between the tokens. */
function* read(block: Block): Resumable<number> {
  if (block.opener === TAG.open) return yield* readTag(block);
  if (block.opener === OTHER_TAG) {
    const { from, at } = block;
    block.rec.repair('wrong-marker', { from, to: at }, '<|tool_call>');
  }
  if (block.opener === NAMED) return yield* marked(withoutOpener(block, '<|tool_call>'));
  if (!block.opener.startsWith('<')) return yield* strippedGemmaCall(block, grammar);
  const at = yield* skipSpace(block.source, block.at);
  if (CONTINUED.test(yield* headAt(block.source, at, 5))) return yield* readContinued(block);
  // A whole call as JSON, perhaps after the word for one.
  const word = (yield* lookingAt(block.source, at, NAMED)) ? NAMED.length : 0;
  const object = yield* skipSpace(block.source, at + word);
  if ((yield* codeAt(block.source, object)) !== 0x7b) return yield* marked(block);
  if (word > 0) block.rec.repair('surplus-marker', { from: at, to: at + word }, '');
  return yield* endOf(json(word > 0 ? block.bodyAt(object) : block));
}

/** A call with bare keys; a token stands for the quotes of a string. */
export const gemma4: ToolFormat = {
  id: 'gemma4',
  lineage: 'Google Gemma 4',
  models: 'Gemma 4',
  dialects: ['turn-as-closer', 'single-quotes', 'stripped'],
  readers: { vllm: ['gemma4'], sglang: ['gemma4'], llamacpp: ['peg-gemma4'], ollama: ['gemma4'] },
  beforeName: NAMED,
  tier: 'marked',
  notAsked: notAsked.tokens,
  writes: [eachCall(gemmaCallText('<|tool_call>', '<|"|>', '<tool_call|>'), { between: '' })],
  example: '<|tool_call>call:plant_oak{where:<|"|>ridge "A"<|"|>,n:3}<tool_call|>',
  openers: (tools) => [
    { text: '<|tool_call>' },
    { text: '<|tool_call|>', next: /^call ?:/ },
    { text: OTHER_TAG, next: /^\n?call ?: ?[\w.-]+ ?\{/, units: 8 },
    { text: TAG.open, next: /^[\w.:-]+\{/ },
    // Where special tokens were stripped, strings have lost their quotes, and only the declared keys part the values.
    ...(tools.isEmpty
      ? [{ text: NAMED, atLineStart: true as const, units: 8, next: /^[\w.-]+\{[\w.-]+ ?: ?<\|"\|>/ }]
      : []),
    ...tools.names.map((name) => ({ text: `call:${name}{`, atLineStart: true as const })),
  ],
  read: read,
  beforeBrace: BEFORE_BRACE,
  closers: ['<tool_call|>', '<|tool_response>'],
};
