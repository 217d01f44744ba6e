import type { Block } from './kit/read/block.ts';
import { callsAfterMarker } from './kit/mend/calls-after-marker.ts';
import { readJsonPayload } from './kit/read/json-payload.ts';
import { endsReply, saysNextStep } from './kit/read/words-around.ts';
import { namedJson } from './kit/read/named-json.ts';
import { codeAt, isNameCode, lookingAt, oneOf, skipSpace, type Resumable } from './kit/read/resumable.ts';
import { notAsked, eachCall, spacedJson } from './kit/read/write-calls.ts';
import type { ToolFormat } from './format.ts';

/** The marker before the arguments. */
const ARGS = '[ARGS]';
/** What follows a name without its marker. */
const MARKED_BODY = `${ARGS}{`;
const BODIES = [MARKED_BODY, '{"', '{}'];
const LONGEST_NAME = 200;
/** The token as letters, which models write in any case. */
const LETTERS = '[tool_calls]';
/** The token without its bracket. */
const OPEN = 'TOOL_CALLS]';

const named = namedJson({
  // A list of one object may be around the arguments.
  nameEnd: ['[ARGS]', '[args]', '[{', '{'],
  beforeJson: ['```json', '```'],
  afterJson: ['```'],
  follows: nameFollows,
  nameOf(written) {
    const [name = '', id = null] = written.split('[CALL_ID]');
    return { name: name.trim(), id };
  },
});

/** A declared name right before its arguments; without declared tools, the marker after it must show that it is one. */
function* nameFollows({ source, tools }: Block, from: number): Resumable<boolean> {
  let to = from;
  while (to - from < LONGEST_NAME && isNameCode(yield* codeAt(source, to))) to += 1;
  if (tools.isEmpty) return to > from && (yield* oneOf(source, to, [MARKED_BODY])) !== null;
  return tools.has(source.slice(from, to)) && (yield* oneOf(source, to, BODIES)) !== null;
}

/** A name before its marker, on a line of its own or after words. */
const NAME_BEFORE = /(?<![^\s:*])[A-Za-z_][\w.-]{0,199}$/;
/** What no word of prose looks like. */
const NAME_OF_CODE = /[a-z\d][_.-][a-z]|[a-z][A-Z]/;
const LONGEST_LINE = 500;

/**
 * A call that lost its token, with which the reply ends, or which is before another: the name begins its line, or words there say that it is called.
 *
 *     I will look: open_page[ARGS]{"url": "…"}
 *                           ^ block.from
 */
function* afterName(block: Block): Resumable<number> {
  const { source, tools, rec, from, at } = block;
  const before = source.slice(Math.max(0, from - LONGEST_LINE), from);
  const line = before.slice(before.lastIndexOf('\n') + 1);
  const name = NAME_BEFORE.exec(line)?.[0] ?? '';
  const words = line.slice(0, line.length - name.length).trim();
  const isName = tools.isEmpty ? NAME_OF_CODE.test(name) : tools.has(name);
  if (!isName || !(words === '' || saysNextStep(words))) return block.refuse('markup-not-followed', at);
  const { state, root, repairs, guesses, to } = yield* readJsonPayload(source, at, []);
  if (state === 'broken' || guesses.length > 0) return block.refuse('markup-not-followed', at);
  // What is before the opener is content already.
  const nameSpan = { from, to: at };
  if (state === 'cut') {
    block.cut({ name, nameSpan, argumentsText: '{}', argumentsSpan: null }, from);
    return block.end(source.length);
  }
  const next = yield* skipSpace(source, to);
  const isFollowed = (yield* lookingAt(source, next, '[TOOL_CALLS]')) || (yield* endsReply(source, next));
  if (!isFollowed) return block.refuse('markup-not-followed', at);
  rec.repair('wrong-marker', nameSpan, `[TOOL_CALLS]${name}${ARGS}`);
  rec.read('name', nameSpan);
  block.namedCall({ name, nameSpan }, root, null, repairs, { from, to });
  return block.end(to);
}

function* read(block: Block): Resumable<number> {
  if (block.opener === ARGS) return yield* afterName(block);
  if (block.opener === LETTERS || block.opener === OPEN) {
    block.rec.repair('wrong-marker', { from: block.from, to: block.at }, '[TOOL_CALLS]');
    return yield* named(block);
  }
  if (block.opener !== '[TOOL_CALLS]') return yield* named(block.bodyAt(block.from));
  if (yield* isPython(block)) return yield* callsAfterMarker(block, { args: '[ARGS]', close: ['[/TOOL_CALLS]'] });
  return yield* named(block);
}

/** A list, or a name before a parenthesis. */
function* isPython({ source, at }: Block): Resumable<boolean> {
  let to = yield* skipSpace(source, at);
  if ((yield* oneOf(source, to, ['['])) !== null) return true;
  while (to - at < LONGEST_NAME && isNameCode(yield* codeAt(source, to))) to += 1;
  return (yield* oneOf(source, to, ['('])) !== null;
}

/** The name after the marker, then the arguments; some releases put an id between. */
export const mistralV11: ToolFormat = {
  id: 'mistral-v11',
  lineage: 'Mistral, tokenizer v11 and later',
  models: 'Mistral Small 3.2, Devstral, Ministral 3, Magistral 2, Large 3',
  dialects: ['call-id', 'without-args-token', 'stripped', 'stripped-args-left'],
  readers: { vllm: ['mistral'], sglang: ['mistral'], llamacpp: ['Ministral'], ollama: ['ministral'] },
  tier: 'marked',
  notAsked: notAsked.tokens,
  writes: [eachCall(({ name, arguments: args }) => `[TOOL_CALLS]${name}[ARGS]${spacedJson(args)}`, { between: '' })],
  example: '[TOOL_CALLS]hire_kayak[ARGS]{"hours": 2}',
  openers: (tools) => [
    // A name has no sign of a tokenizer in it.
    { text: '[TOOL_CALLS]', next: /^["'`]?[^\s{}[\]"'`:▁]+["'`]?[ \n]?(?:\[|\{)/, units: 5 },
    { text: '[TOOL_CALLS]', next: /^(?:\[[ \n]?)?[^\s{}[\]"'`:(]+\(/ },
    { text: LETTERS, ignoreCase: true, next: /^[^\s{}[\]"'`:(]+ ?\[args\]/i, units: 5 },
    { text: OPEN, atLineStart: true, next: /^[^\s{}[\]"'`:(]+ ?\[ARGS\]/, units: 5 },
    { text: ARGS, next: /^\{/ },
    // Where special tokens were stripped, the declared name is all that is left.
    ...tools.names.flatMap((name) => BODIES.map((text) => ({ text: name + text, atLineStart: true as const }))),
  ],
  read: read,
};
