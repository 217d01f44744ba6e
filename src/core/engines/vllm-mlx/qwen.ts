import { stripPython } from '../../text/languages/index.ts';
import { Excerpt, heldBack, messageDeltas, type Reading } from '../kit/index.ts';
import { bracketBlocks, functionBlocks, objectBlocks } from './blocks.ts';
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

const MARKERS = ['<tool_call>', '<function=', '[Calling tool:'];

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
  stream: () => {
    let shownTo = 0;
    let sent = 0;
    const show = (current: string, to: number): ReturnType<typeof messageDeltas> => {
      const content = Excerpt.part(current, shownTo, Math.max(to, shownTo));
      shownTo = Math.max(to, shownTo);
      return messageDeltas({ content });
    };
    return {
      push(_delta, current) {
        const starts = MARKERS.map((marker) => current.indexOf(marker)).filter((at) => at >= 0);
        if (starts.length === 0) return show(current, current.length - heldBack(current, MARKERS).length);
        const before = show(current, Math.min(...starts));
        const isFunction = current.includes('<function=');
        const isOver = isFunction
          ? count(current, '<function=') <= count(current, '</function>')
          : current.includes('</tool_call>') || current.includes(')]');
        if (!isOver) return before;
        const { calls } = readQwen(current, null, null);
        // Functions are counted, and everything else is sent again.
        const from = isFunction ? sent : 0;
        const made = calls.map(({ name, argumentsText }, index) => ({ index, name, argumentsText })).slice(from);
        if (isFunction) sent = Math.max(sent, calls.length);
        return [...before, ...messageDeltas({ calls: made })];
      },
    };
  },
});

function count(text: string, part: string): number {
  let found = 0;
  for (let at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + part.length)) found += 1;
  return found;
}

function readQwen(text: string, _tools: unknown, steps: Steps): Reading {
  const cut = new CutText(text, steps);
  cutThinking(cut, steps);
  cut.take(bracketBlocks(cut.text, '[Calling tool:'), ({ name, body }) =>
    name === null ? null : { name: cut.part(name), argumentsText: rewritten(cut.part(body)) },
  );
  cut.take(objectBlocks(cut.text, '<tool_call>', '</tool_call>'), ({ body }) => callOfObject(cut.part(body)));
  cut.take(functionBlocks(cut.text, false), ({ name, body }) => {
    if (name === null) return null;
    const source = stripPython(cut.part(body));
    const argumentsText = source.startsWith('{') ? rewritten(source) : guessedParameters(cut.part(body));
    return { name: stripPython(cut.part(name)), argumentsText };
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
