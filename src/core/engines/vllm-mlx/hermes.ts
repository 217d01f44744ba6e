import { stripPython } from '../../text/languages/index.ts';
import { Excerpt, messageDeltas, type Reading } from '../kit/index.ts';
import type { ToolDefinition } from '../../tools/index.ts';
import { functionBlocks, objectBlocks } from './blocks.ts';
import {
  callOfObject,
  CutText,
  cutThinking,
  guessedParameters,
  readingOf,
  rewritten,
  type Steps,
  vllmMlxRuntime,
} from './reader.ts';

const REASONING = '<tool_call_reasoning>';
const REASONING_END = '</tool_call_reasoning>';

/** Five patterns, each only where those before it gave no call. */
export const hermes = vllmMlxRuntime({
  flag: 'hermes',
  formats: ['hermes', 'qwen3-coder-xml'],
  reads: 'JSON or functions in <tool_call> tags, then bare functions, then bare JSON with flat arguments.',
  words: {
    'reasoning-tag': 'Text in `<tool_call_reasoning>` becomes content in parentheses',
    'lenient-pattern': 'Only a lenient pattern finds a call here: a name first, and arguments without an inner brace',
  },
  read: readHermes,
  stream: (tools) => {
    let sent = 0;
    let closed = 0;
    return {
      push(delta, current) {
        const content = (): ReturnType<typeof messageDeltas> => messageDeltas({ content: Excerpt.end(current, delta) });
        const news = (): ReturnType<typeof messageDeltas> | null => {
          const { calls } = readHermes(current, tools, null);
          if (calls.length <= sent) return null;
          const made = calls.slice(sent).map(({ name, argumentsText }, index) => ({
            index: sent + index,
            name,
            argumentsText,
          }));
          sent = calls.length;
          return messageDeltas({ calls: made });
        };
        const isWrapped = current.includes('<tool_call>');
        if (isWrapped || current.includes('<function=')) {
          const [open, close] = isWrapped ? ['<tool_call>', '</tool_call>'] : ['<function=', '</function>'];
          const ends = count(current, close);
          if (count(current, open) > ends) return [];
          if (ends > closed) {
            closed = ends;
            return news() ?? content();
          }
          return content();
        }
        if (current.includes('"name"') && current.includes('"arguments":')) return news() ?? [];
        return content();
      },
    };
  },
});

function count(text: string, part: string): number {
  let found = 0;
  for (let at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + part.length)) found += 1;
  return found;
}

function readHermes(text: string, tools: readonly ToolDefinition[], steps: Steps): Reading {
  const cut = new CutText(text, steps);
  cutThinking(cut, steps);
  cut.take(objectBlocks(cut.text, '<tool_call>', '</tool_call>'), ({ body }) => callOfObject(cut.part(body)), true);
  for (const isWrapped of [true, false]) {
    if (cut.calls.length > 0) break;
    cut.take(functionBlocks(cut.text, isWrapped), ({ name, body }) =>
      name === null ? null : { name: stripPython(cut.part(name)), argumentsText: guessedParameters(cut.part(body)) },
    );
  }
  if (cut.calls.length === 0) takeLenient(cut, tools, steps);
  const reasons = takeReasoning(cut, steps);
  cut.strip();
  if (reasons !== '') {
    const own = Excerpt.own(`${cut.text === '' ? '' : '\n'}(Reasoning: ${reasons})`);
    cut.excerpt = cut.excerpt.plus(own);
  }
  return readingOf(cut, cut.calls.length > 0 ? null : '');
}

const FLAT = /\{\s*"name"\s*:\s*"([^"]+)"\s*,\s*"arguments"\s*:\s*(\{[^{}]*\})\s*\}/y;

/** A name first and arguments without an inner brace: after `<tool_call`, else anywhere, where only a declared name counts. */
function takeLenient(cut: CutText, tools: readonly ToolDefinition[], steps: Steps): void {
  const { text } = cut;
  const tag = text.indexOf('<tool_call');
  for (const begin of tag < 0 ? [0] : [tag, 0]) {
    const isTagged = tag >= 0 && begin === tag;
    for (let at = text.indexOf('{', begin); at >= 0; at = text.indexOf('{', at + 1)) {
      FLAT.lastIndex = at;
      const [whole, name = '', given = ''] = FLAT.exec(text) ?? [];
      if (whole !== undefined) {
        if (!isTagged && tools.length > 0 && !tools.some((tool) => tool.name === name)) return;
        const block = { from: isTagged ? tag : at, to: at + whole.length };
        steps?.quirk('lenient-pattern', cut.placeOf(block));
        const body = text.indexOf(given, at + 1);
        cut.take([{ ...block, name: null, body: { from: body, to: body + given.length } }], () => ({
          name,
          argumentsText: rewritten(given),
        }));
        return;
      }
      // No brace may be between the tag and the object.
      if (isTagged) break;
    }
  }
}

function takeReasoning(cut: CutText, steps: Steps): string {
  const from = cut.text.indexOf(REASONING);
  const to = from < 0 ? -1 : cut.text.indexOf(REASONING_END, from);
  if (to < 0) return '';
  const inner = stripPython(cut.text.slice(from + REASONING.length, to));
  const span = { from, to: to + REASONING_END.length };
  steps?.quirk('reasoning-tag', cut.placeOf(span));
  cut.cut([span]);
  return inner;
}
