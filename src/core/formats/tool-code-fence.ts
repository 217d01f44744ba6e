import type { Block } from './kit/read/block.ts';
import { headAt } from './kit/read/head.ts';
import { makeCall, pythonItem } from './kit/mend/python-item.ts';
import { pythonCalls } from './kit/read/python-calls.ts';
import { endsItsLine, type Resumable } from './kit/read/resumable.ts';
import { turnEnds } from './kit/read/turn-end.ts';
import { eachCall, pythonCall } from './kit/read/write-calls.ts';
import type { ToolFormat } from './format.ts';

const nameOf = (name: string): string => name.replace(/^default_api\./, '');
const fenced = pythonCalls({ close: ['```'], isProgram: true, wrapper: 'print', nameOf });
/** Another language of the block, and another function around the call: such replies of Gemini are in bug reports. */
const OTHER = '```tool_call';
const inPython = pythonCalls({ close: ['```'], isProgram: true, wrapper: 'python', nameOf });
/** The call where no code block is around it, as the API of Gemini shows one that it could not read. */
const PRINT = 'print(default_api.';
const STOPS = ['\n', ...turnEnds];
/** What is before such a call: the words that open a call in Gemini's own tokens, or another call. */
const BEFORE = /(?:^|\n)[ \t]*(?:<ctrl\d+>)?call[ \t]*\n[ \t]*$/;
/** The language of the block, whose signs are lost. */
const LANGUAGE = /(?:^|\n)([ \t]{0,8}tool_code[ \t]{0,8}\n[ \t]{0,8})$/;

function* read(block: Block): Resumable<number> {
  if (block.opener === OTHER) {
    block.rec.repair('wrong-marker', { from: block.from, to: block.at }, '```tool_code');
    const isInPython = (yield* headAt(block.source, block.at)).startsWith('python');
    return yield* isInPython ? inPython(block) : fenced(block);
  }
  if (block.opener !== PRINT) return yield* fenced(block);
  const { source, rec, tools, from } = block;
  const last = rec.calls.at(-1)?.span.to ?? -1;
  const follows = last >= 0 && /^\)?\s*$/.test(source.slice(last, from));
  const before = source.slice(Math.max(0, from - 40), from);
  const language = LANGUAGE.exec(before)?.[1]?.length ?? 0;
  const mayBe = block.startsReply || follows || language > 0 || BEFORE.test(before);
  const { call, span, isCut } = mayBe
    ? yield* pythonItem(block, from, STOPS, 'print')
    : { call: null, span: { from, to: from }, isCut: false };
  const name = nameOf(call?.name ?? '');
  if (isCut) {
    block.cut(null, from);
    return block.end(source.length);
  }
  if (call === null || call.words.length > 0 || !tools.accepts(name) || !(yield* endsItsLine(source, span.to)))
    return block.refuse('markup-not-followed', block.at);
  rec.repair(language > 0 ? 'wrong-marker' : 'missing-marker', { from: from - language, to: from }, '```tool_code\n');
  rec.repair('missing-marker', { from: span.to, to: span.to }, '\n```');
  makeCall(block, call, name);
  return block.end(span.to);
}

/** A Python code block with a language of its own; print and default_api around the call are markup. */
export const toolCodeFence: ToolFormat = {
  id: 'tool-code-fence',
  lineage: 'Google Gemini and Gemma prompts',
  models: 'Gemini, Gemma 2 and 3',
  dialects: ['without-print', 'bare-name'],
  readers: {},
  tier: 'marked',
  prompt: {
    ask: 'Write each call as one Python function call of default_api, with named arguments and inside print, in a code block of the language tool_code.',
    render: eachCall((call) => `\`\`\`tool_code\nprint(default_api.${pythonCall(call)})\n\`\`\``),
  },
  example: '```tool_code\nprint(default_api.ice_cake(layers=2))\n```',
  // No expression begins with a sign of markup: then it is a code block with a call of another format in it.
  openers: [
    { text: '```tool_code', atLineStart: true, next: /^(?:[^<\]]|$)/ },
    { text: OTHER, atLineStart: true, next: /^(?:(?:print|python)\()?default_api\b/ },
    { text: PRINT, atLineStart: true, next: /^[\w.-]+\(/ },
  ],
  read,
};
