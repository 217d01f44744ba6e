import { isAsciiSpace } from '../text/document/index.ts';
import type { Block } from './kit/read/block.ts';
import { valueToText } from '../text/json/index.ts';
import { readJsonPayload } from './kit/read/json-payload.ts';
import { textUntil } from './kit/read/text-until.ts';
import { codeAt, lookingAt, skipSpace, type Resumable } from './kit/read/resumable.ts';
import { endsTurn } from './kit/read/turn-end.ts';
import { eachCall } from './kit/read/write-calls.ts';
import type { ToolFormat } from './format.ts';

function* read(block: Block): Resumable<number> {
  const { source, rec, tools } = block;
  const from = yield* skipSpace(source, block.at);
  const line = yield* textUntil(source, from, [' ', ']', '\n'], 200);
  const name = source.slice(from, line.to);
  if (line.literal === null || !/^@?[\w.-]+$/.test(name)) return block.refuse('markup-not-followed', block.at);
  const nameSpan = { from, to: line.to };
  const at = yield* skipSpace(source, line.to);
  rec.read('name', nameSpan);
  if ((yield* codeAt(source, at)) === 0x7b) {
    const payload = yield* readJsonPayload(source, at, [']\n', '\n']);
    const span = { from, to: payload.to };
    if (payload.state === 'cut') block.cut({ name, nameSpan, argumentsText: '{}', argumentsSpan: null }, from);
    else if (payload.state === 'broken') block.malformed('json-syntax', span, at, payload.error);
    else if (payload.guesses.length > 0)
      block.brokenOff({ name, nameSpan, argumentsText: '{}', argumentsSpan: null }, span);
    else block.namedCall({ name, nameSpan }, payload.root, null, payload.repairs, span);
    const end = yield* skipSpace(source, payload.to);
    return block.end((yield* lookingAt(source, end, ']')) ? block.closer(']', end) : payload.to);
  }
  const end = yield* textUntil(source, line.to, [']', '\n'], 2000);
  const flags = source.slice(line.to, end.to).trim();
  if (flags === '' && !tools.has(tools.resolve(name)) && !(yield* isAlone(block, end.to)))
    return block.refuse('inside-a-line', block.at);
  const span = { from, to: end.to };
  if (end.literal === null && source.ended && end.to >= source.length) {
    block.cut({ name, nameSpan, argumentsText: '{}', argumentsSpan: null }, from);
    return block.end(end.to);
  }
  if (flags !== '' && !flags.startsWith('--')) block.malformed('arguments-not-json', span, at);
  else
    block.call(
      {
        name,
        nameSpan,
        argumentsText: flagsAsJson(flags),
        argumentsSpan: flags === '' ? null : { from: at, to: end.to },
      },
      span,
    );
  return block.end(end.literal === ']' ? block.closer(']', end.to) : end.to);
}

/** Whether the line holds nothing else: a name in brackets inside a sentence is not a call. */
function* isAlone(block: Block, to: number): Resumable<boolean> {
  if (!block.startsLine) return false;
  for (let at = to + 1; ; at += 1) {
    const code = yield* codeAt(block.source, at);
    if (code === 0x0a) return true;
    if (!isAsciiSpace(code)) return yield* endsTurn(block.source, at);
  }
}

/** `--flag value --switch`; a switch is true. */
function flagsAsJson(flags: string): string {
  const members = new Map<string, string>();
  for (const part of flags.split(/(?:^|\s)--/).filter((one) => one !== '')) {
    const [key = '', ...rest] = part.trim().split(/[\s=]/);
    const value = rest.join(' ').replaceAll(/^["']|["']$/g, '');
    if (key !== '' && !members.has(key)) members.set(key, value === '' ? 'true' : valueToText(value));
  }
  return `{${[...members].map(([key, json]) => `${valueToText(key)}:${json}`).join(',')}}`;
}

/** The call in square brackets; its arguments are JSON or flags. */
export const chatcliBracket: ToolFormat = {
  id: 'chatcli-bracket',
  lineage: 'ChatCLI',
  models: 'any, by prompt',
  dialects: ['flags', 'without-arguments', 'without-closer'],
  readers: { others: ['ChatCLI'] },
  tier: 'marked',
  prompt: {
    ask: 'Write each call in brackets on its own line: the word tool, a colon, the tool with an @ before it, and its arguments as JSON.',
    render: eachCall(({ name, arguments: args }) => `[tool: @${name} ${valueToText(args)}]`),
  },
  example: '[tool: @search {"q": "lighthouse"}]',
  openers: [{ text: '[tool: ' }, { text: '[tool_call: ' }],
  read: read,
};
