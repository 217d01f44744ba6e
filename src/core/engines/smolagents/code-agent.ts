import type { Span } from '../../text/document/index.ts';
import { parseModule, strippedSpan } from '../../text/languages/index.ts';
import type { Recorder } from '../../trace/index.ts';
import { type Reading, textAgentRuntime } from '../kit/index.ts';
import { source } from './tool-calling-agent.ts';

/** The tags around code: what the agent is told, and the setting `code_block_tags`. */
export interface CodeTags {
  readonly open: string;
  readonly close: string;
}

/** @internal The golden data name both settings. */
export const codeTags: CodeTags = { open: '<code>', close: '</code>' };
/** @internal The golden data name both settings. */
export const markdownTags: CodeTags = { open: '```python', close: '```' };

/** The tool that runs the code. */
const INTERPRETER = 'python_interpreter';

/** The code is the one call, of the Python interpreter. */
export const codeAgent = textAgentRuntime({
  name: 'CodeAgent',
  slug: 'code-agent',
  project: 'smolagents',
  flag: 'CodeAgent',
  label: 'smolagents CodeAgent',
  source: { ...source, file: 'src/smolagents/utils.py' },
  formats: ['code-tag'],
  telling: { interpreter: INTERPRETER },
  reads: 'All code in <code> tags, else in Python fences, else the whole text if it is valid Python.',
  served: 'error',
  words: {
    'finds-call': {
      question: 'Does the text contain code, or is it all valid Python?',
      yes: 'The code runs as one call of the interpreter, and all other text is dropped.',
      no: 'The agent sends an error back to the model.',
    },
    'raises-ValueError': 'The agent sends this error back to the model, which may try again.',
    'tags-found': 'Code between the tags that the agent is set to',
    'fences-found': 'No code is in the tags: the agent takes Python fences',
    'text-is-python': 'There are neither tags nor fences, and the whole text is valid Python: the agent runs it',
    'not-python': 'There are neither tags nor fences, and the text is no valid Python',
  },
  parse: (text, _tools, steps) => readCode(text, codeTags, steps),
});

/** @internal The golden data ask it with either setting. */
export function readCode(text: string, tags: CodeTags, steps: Recorder<string>): Reading {
  const tagged = codeIn(text, [tags.open], tags.close);
  if (isCode(text, tagged)) return called(text, tagged, 'tags-found', steps);
  const fenced = codeIn(text, ['```python', '```py'], '\n```');
  if (isCode(text, fenced)) return called(text, fenced, 'fences-found', steps);
  const whole = { from: 0, to: text.length };
  if (parseModule(text).ok) return called(text, [{ span: whole, code: whole }], 'text-is-python', steps);
  steps.reject('not-python', whole);
  const raises = { raises: 'ValueError', message: messageOf(text, tags), at: 0 };
  return { calls: [], content: [], text: null, raises };
}

interface Found {
  readonly span: Span;
  readonly code: Span;
}

function codeIn(text: string, openers: readonly string[], close: string): Found[] {
  const found: Found[] = [];
  const shortest = openers.at(-1) ?? '';
  let at = text.indexOf(shortest);
  while (at >= 0) {
    const open = openers.find((one) => text.startsWith(one, at)) ?? shortest;
    const from = at + open.length;
    const to = text.indexOf(close, from);
    if (to < 0) break;
    found.push({ span: { from: at, to: to + close.length }, code: strippedSpan(text, from, to) });
    at = text.indexOf(shortest, to + close.length);
  }
  return found;
}

/** Blocks that are all empty count as none. */
function isCode(text: string, found: readonly Found[]): boolean {
  return found.length > 0 && joined(text, found) !== '';
}

function joined(text: string, found: readonly Found[]): string {
  return found.map(({ code }) => text.slice(code.from, code.to)).join('\n\n');
}

function called(text: string, found: readonly Found[], code: string, steps: Recorder<string>): Reading {
  const [first, last] = [found[0]?.span.from ?? 0, found.at(-1)?.span.to ?? text.length];
  const span = { from: first, to: last };
  steps.quirk(code, span);
  const isWhole = code === 'text-is-python';
  const call = {
    span,
    name: INTERPRETER,
    nameSpan: span,
    argumentsText: isWhole ? text : joined(text, found),
    argumentsSpan: span,
  };
  return { calls: [call], content: [], text: null };
}

/** What the model is told. The text is put into an indented template, whose indentation is removed where all lines have it. */
function messageOf(text: string, { open, close }: CodeTags): string {
  const isAnswer = text.includes('final') && text.includes('answer');
  const advice = isAnswer
    ? [
        "It seems like you're trying to return the final answer, you can do it as follows:",
        open,
        'final_answer("YOUR FINAL ANSWER HERE")',
        close,
      ]
    : [
        'Make sure to include code with the correct pattern, for instance:',
        'Thoughts: Your thoughts',
        open,
        '# Your python code here',
        close,
      ];
  const indent = ' '.repeat(isAnswer ? 16 : 12);
  const lines = [
    `Your code snippet is invalid, because the regex pattern ${open}(.*?)${close} was not found in it.`,
    'Here is your code snippet:',
    text,
    ...advice,
  ];
  return dedented(lines.map((line) => indent + line).join('\n')).trim();
}

/** `textwrap.dedent`. */
function dedented(text: string): string {
  const lines = text.split('\n').map((line) => (/^[ \t]+$/.test(line) ? '' : line));
  const indents = lines.filter((line) => line !== '').map((line) => /^[ \t]*/.exec(line)?.[0] ?? '');
  const margin = indents.reduce((one, other) => {
    let length = 0;
    while (length < one.length && one.charAt(length) === other.charAt(length)) length += 1;
    return one.slice(0, length);
  }, indents[0] ?? '');
  return lines.map((line) => (line === '' ? line : line.slice(margin.length))).join('\n');
}
