import { countOf, readPythonJson, stripPython } from '../../text/languages/index.ts';
import { Excerpt, heldBack, messageDeltas, type Reading } from '../kit/index.ts';
import type { Delta } from '../runtime.ts';
import { bracketBlocks, functionBlocks, objectBlocks } from './blocks.ts';
import {
  argumentsText,
  callOfObject,
  CutText,
  cutThinking,
  guessedParameters,
  readingOf,
  type Steps,
  vllmMlxRuntime,
} from './reader.ts';

const MARKERS = ['<tool_call>', '<function=', '[Calling tool:'];
/** What a stream holds back as the beginning of one. */
const BEGUN = ['<function=', '[Calling tool:', '<tool_call>'];

/** Brackets, JSON in tags and functions, all of which count together. */
export const qwen = vllmMlxRuntime({
  flag: 'qwen',
  formats: ['hermes', 'qwen3-coder-xml'],
  reads:
    '[Calling tool: …], JSON in <tool_call> tags and functions; a stream sends a call again with each piece after it.',
  words: {
    'shell-removed': 'What is left of a `<tool_call>`, or one that nobody closes with all after it, is removed',
  },
  read: readQwen,
  stream: () => ({
    push(delta, current) {
      const from = current.length - delta.length;
      const show = (begin: number, end: number): readonly Delta[] =>
        messageDeltas({ content: Excerpt.part(current, begin, end) });
      if (!MARKERS.some((marker) => current.includes(marker))) {
        const held = BEGUN.map((marker) => heldBack(current, [marker]).length);
        // What was held before is lost where the text goes on with the beginning of another marker.
        if (held.some((length) => length > 0)) {
          const to = current.length - Math.max(...held);
          return to > from ? show(from, to) : [];
        }
        const previous = current.slice(0, from);
        const shown = BEGUN.map((marker) => heldBack(previous, [marker]).length).find((length) => length > 0) ?? 0;
        return show(from - shown, current.length);
      }
      const isFunction = current.includes('<function=');
      const [open, close] = ['<function=', '</function>'];
      // As many functions as ended before are taken for sent, and everything else is sent again.
      const sent = isFunction ? countOf(current.slice(0, from), close) : 0;
      const ends = countOf(current, close);
      const isOver = isFunction
        ? countOf(current, open) <= ends && ends > sent
        : current.includes('</tool_call>') || current.includes(')]');
      if (!isOver) return [];
      const { calls } = readQwen(current, null, null);
      const made = calls.map(({ name, argumentsText: text }, index) => ({ index, name, argumentsText: text }));
      return messageDeltas({ calls: made.slice(sent) });
    },
  }),
});

function readQwen(text: string, _tools: unknown, steps: Steps): Reading {
  const cut = new CutText(text, steps);
  cutThinking(cut, steps);
  cut.take(
    bracketBlocks(cut.text, '[Calling tool:'),
    ({ name, body }) => {
      const given = readPythonJson(cut.part(body));
      return name === null || !given.ok
        ? null
        : { name: cut.part(name), argumentsText: argumentsText(given.node.value) };
    },
    true,
  );
  cut.take(objectBlocks(cut.text), ({ body }) => callOfObject(cut.part(body)), true);
  cut.take(functionBlocks(cut.text, false), ({ name, body }) => {
    if (name === null) return null;
    const source = stripPython(cut.part(body));
    const given = source.startsWith('{') ? readPythonJson(source) : null;
    const text = given?.ok === true ? argumentsText(given.node.value) : guessedParameters(cut.part(body));
    return { name: stripPython(cut.part(name)), argumentsText: text };
  });
  const left = cut.calls.length > 0 ? cut : new CutText(text, steps);
  removeShells(left, steps);
  if (cut.calls.length === 0) return readingOf(left, '');
  left.strip();
  return readingOf(left, null);
}

/** `<tool_call>\s*</tool_call>`, and an opener without a closer at the end with all after it. */
function removeShells(cut: CutText, steps: Steps): void {
  const open = '<tool_call>';
  const shells = Array.from(cut.text.matchAll(/<tool_call>\s*<\/tool_call>/g), ({ index, 0: shell }) => ({
    from: index,
    to: index + shell.length,
  }));
  for (const shell of shells) steps?.quirk('shell-removed', cut.placeOf(shell));
  cut.cut(shells);
  const last = cut.text.lastIndexOf('</tool_call>');
  const unclosed = cut.text.indexOf(open, last < 0 ? 0 : last);
  if (unclosed < 0) return;
  const rest = { from: unclosed, to: cut.text.length };
  steps?.quirk('shell-removed', cut.placeOf(rest));
  cut.cut([rest]);
}
