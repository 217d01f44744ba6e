import { rstrip, strippedSpan } from '../../text/languages/index.ts';
import type { Recorder } from '../../trace/index.ts';
import { type Reading, textAgentRuntime } from '../kit/index.ts';
import { source } from './reading.ts';

const ACTION = '\nAction:';
const INPUT = '\nAction Input:';
const OBSERVATION = '\nObservation:';

/** The ReAct agent: of several actions the last one runs, and one on the first line is not seen. */
export const react = textAgentRuntime({
  name: 'react',
  project: 'qwen-agent',
  flag: 'ReActChat',
  label: 'Qwen-Agent ReAct',
  source: { ...source, file: 'qwen_agent/agents/react_chat.py' },
  formats: ['react'],
  reads: 'The last Action and Action Input, each at the start of a line but the first; the input is text.',
  words: {
    'finds-call': {
      question: 'Does the text contain an `Action:` at the beginning of a line, and an `Action Input:` after it?',
      yes: 'The last of each counts, and all before the action is content.',
      no: 'The text is the answer.',
    },
    'first-line': 'An `Action:` on the very first line is not seen: a line break has to come before it',
    'earlier-action': 'An earlier action is content: only the last one runs',
  },
  telling: { first: ['first-line'] },
  parse: (text, _tools, steps) => readReact(text, steps),
});

function readReact(text: string, steps: Recorder<string>): Reading {
  if (text.startsWith(ACTION.slice(1))) steps.quirk('first-line', { from: 0, to: ACTION.length - 1 });
  const action = text.lastIndexOf(ACTION);
  const input = text.lastIndexOf(INPUT);
  const content = (to: number): Pick<Reading, 'content' | 'text'> => ({
    content: to > 0 ? [{ from: 0, to }] : [],
    text: text.slice(0, to),
  });
  if (action < 0 || input <= action) return { calls: [], ...content(text.length) };
  const earlier = text.lastIndexOf(ACTION, action - 1);
  if (action > 0 && earlier >= 0) steps.quirk('earlier-action', { from: earlier, to: action });
  const observation = text.lastIndexOf(OBSERVATION);
  const end = observation < input ? rstrip(text).length : observation;
  const nameSpan = strippedSpan(text, action + ACTION.length, input);
  const from = Math.min(input + INPUT.length, end);
  const argumentsSpan = strippedSpan(text, from, end);
  const call = {
    span: { from: action, to: Math.max(end, input + INPUT.length) },
    name: text.slice(nameSpan.from, nameSpan.to),
    nameSpan,
    argumentsText: text.slice(argumentsSpan.from, argumentsSpan.to),
    argumentsSpan,
  };
  return { calls: [call], ...content(action) };
}
