import type { Block } from './kit/read/block.ts';
import { callsAfterMarker } from './kit/mend/calls-after-marker.ts';
import { namedJson } from './kit/read/named-json.ts';
import { codeAt, isNameCode, oneOf, skipSpace, type Resumable } from './kit/read/resumable.ts';
import { notAsked, eachCall, spacedJson } from './kit/read/write-calls.ts';
import type { ToolFormat } from './format.ts';

/** What follows a name without its marker. */
const MARKED_BODY = '[ARGS]{';
const BODIES = [MARKED_BODY, '{"', '{}'];
const LONGEST_NAME = 200;
/** The token as letters, which models write in any case. */
const LETTERS = '[tool_calls]';
/** The token without its bracket. */
const OPEN = 'TOOL_CALLS]';

const named = namedJson({
  nameEnd: ['[ARGS]', '[args]', '{'],
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

function* read(block: Block): Resumable<number> {
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
  readers: { vllm: ['mistral'], llamacpp: ['Ministral'], ollama: ['ministral'] },
  proposed: ['sglang'],
  tier: 'marked',
  notAsked: notAsked.tokens,
  writes: [eachCall(({ name, arguments: args }) => `[TOOL_CALLS]${name}[ARGS]${spacedJson(args)}`, { between: '' })],
  example: '[TOOL_CALLS]hire_kayak[ARGS]{"hours": 2}',
  openers: (tools) => [
    { text: '[TOOL_CALLS]', next: /^["'`]?[^\s{}[\]"'`:]+["'`]?[ \n]?(?:\[|\{)/, units: 5 },
    { text: '[TOOL_CALLS]', next: /^(?:\[[ \n]?)?[^\s{}[\]"'`:(]+\(/ },
    { text: LETTERS, ignoreCase: true, next: /^[^\s{}[\]"'`:(]+ ?\[args\]/i, units: 5 },
    { text: OPEN, atLineStart: true, next: /^[^\s{}[\]"'`:(]+ ?\[ARGS\]/, units: 5 },
    // Where special tokens were stripped, the declared name is all that is left.
    ...tools.names.flatMap((name) => BODIES.map((text) => ({ text: name + text, atLineStart: true as const }))),
  ],
  read: read,
};
