import { isAsciiSpace } from '../text/document/index.ts';
import type { Block } from './kit/read/block.ts';
import { namedJson } from './kit/read/named-json.ts';
import { interpreterIn, rawCode } from './kit/read/raw-code.ts';
import { textUntil } from './kit/read/text-until.ts';
import { codeAt, find, skipSpace, type Resumable } from './kit/read/resumable.ts';
import { turnEnds } from './kit/read/turn-end.ts';
import { notAsked, eachCall, spacedJson } from './kit/read/write-calls.ts';
import type { ToolFormat } from './format.ts';

const SIGNS = '>>>';
const LONGEST_NAME = 200;
const call = namedJson({ nameEnd: ['\n'] });
const onOneLine = namedJson({ nameEnd: ['{'] });

function* read(block: Block): Resumable<number> {
  const { source, tools } = block;
  if (block.opener === 'all\n')
    return block.startsText && block.from === 0 ? block.end(block.at) : block.refuse('markup-not-followed', block.at);
  if (block.opener !== SIGNS)
    return block.startsText ? yield* call(block.bodyAt(block.from)) : block.refuse('inside-a-line', block.at);
  if (isAsciiSpace(yield* codeAt(source, block.at))) return block.refuse('markup-not-followed', block.at);
  const { to: nameTo, literal } = yield* textUntil(source, block.at, ['\n', '{'], LONGEST_NAME);
  if (literal === '{') {
    const name = source.slice(block.at, nameTo).trimEnd();
    if (!tools.has(name)) return block.refuse('undeclared-bare-name', block.at, name);
    block.rec.repair('missing-marker', { from: nameTo, to: nameTo }, '\n');
    return yield* onOneLine(block);
  }
  const line = yield* find(source, '\n', block.at);
  const name = source.slice(block.at, line);
  if (name === 'all') return block.end(line + 1);
  const body = yield* skipSpace(source, line);
  if (name === interpreterIn(tools) && (yield* codeAt(source, body)) !== 0x7b)
    return yield* rawCode(block, { from: block.at, to: line }, line, [SIGNS, ...turnEnds]);
  if (!tools.accepts(name) || (yield* codeAt(source, body)) !== 0x7b)
    return block.refuse('undeclared-bare-name', block.at, name);
  return yield* call(block);
}

/** Recipients after three signs; `all` is the user. */
export const functionaryV32: ToolFormat = {
  id: 'functionary-v3.2',
  lineage: 'MeetKai Functionary',
  models: 'Functionary v3.2',
  dialects: ['answer-first', 'call-first', 'opened', 'raw-code'],
  readers: { llamacpp: ['Functionary v3.2'] },
  tier: 'bare',
  notAsked: notAsked.trained,
  writes: [eachCall(({ name, arguments: args }) => `>>>${name}\n${spacedJson(args)}`)],
  example: '>>>poll_buoy\n{"id": 7}',
  openers: (tools) => [
    { text: SIGNS, next: /^[^\s>{}]+(?:\n| ?\{)/ },
    { text: 'all\n', atLineStart: true },
    // The prompt may end with the signs.
    ...tools.names.map((name) => ({ text: `${name}\n`, atLineStart: true as const, next: /^\{/ })),
  ],
  read: read,
};
