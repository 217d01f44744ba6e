import { isDigit, type Span } from '../../text/document/index.ts';
import {
  afterSpace,
  isDict,
  literalEval,
  lstrip,
  type PythonDict,
  pythonDumps,
  readJson5,
  readPythonJson,
  rstrip,
  stripPython,
  strippedSpan,
} from '../../text/languages/index.ts';
import type { Recorder } from '../../trace/index.ts';
import { type EngineCall, type Exception, type Reading, textAgentRuntime } from '../kit/index.ts';
import { mendedJson, repairedJson } from './json-repair.ts';

const FINAL = 'Final Answer:';

/** What CrewAI makes of a reply: a final answer, or an action with the input that its tool would get. */
export interface CrewReading extends Reading {
  readonly thought: string;
  readonly isFinal: boolean;
  readonly input: PythonDict | Exception | null;
}

/** CrewAI's ReAct reader, for models without native calling, and the check of the input. */
export const crewai = textAgentRuntime<CrewReading>({
  name: 'parser',
  slug: 'react',
  project: 'crewai',
  flag: 'ReAct',
  label: 'CrewAI ReAct',
  source: { version: '1.15.17', commit: 'f4731f50', file: 'lib/crewai/src/crewai/agents/parser.py' },
  formats: ['react'],
  reads: 'A final answer wherever it is, else the first action; its input is mended and has to be an object.',
  served: 'error',
  words: {
    'finds-call': {
      question: 'Is there an `Action:` with an `Action Input:`, and no `Final Answer:`?',
      yes: 'The text before the first line of an action is the thought, and all after the input belongs to it.',
      no: 'The text is the answer, or CrewAI tells the model what is missing.',
    },
    'raises-OutputParserError': 'CrewAI tells the model this error, and the model tries again.',
    'final-wins': 'The text contains `Final Answer:`: an action beside it is ignored',
    'input-mended': 'The input is no JSON: json-repair mends it',
    'input-refused': 'The input is no object in the end: the tool fails, and the model is told so',
    'no-action': 'There is no `Action:`',
    'no-input': 'There is no `Action Input:` after the action',
    'wrong-order': 'The action comes after its input',
  },
  telling: { first: ['final-wins'] },
  parse: (text, _tools, steps) => readCrew(text, steps),
});

/** `Action 1:` or `Action 1 Input 1:`. */
interface Header extends Span {
  readonly isInput: boolean;
}

function readCrew(text: string, steps: Recorder<string>): CrewReading {
  const thought = thoughtOf(text);
  const headers = headersIn(text);
  const action = headers.find(({ isInput }) => !isInput);
  const input = action === undefined ? undefined : headers.find((one) => one.isInput && one.from >= action.to);
  if (text.includes(FINAL)) {
    const at = text.lastIndexOf(FINAL) + FINAL.length;
    if (action !== undefined) steps.quirk('final-wins', { from: at - FINAL.length, to: text.length });
    return { calls: [], ...answerFrom(text, at), thought, isFinal: true, input: null };
  }
  if (action === undefined || input === undefined) {
    const code = action === undefined ? 'no-action' : headers.some((one) => one.isInput) ? 'wrong-order' : 'no-input';
    steps.reject(code, { from: 0, to: text.length });
    const raises = { raises: 'OutputParserError', message: messages[code] ?? '', at: 0 };
    return { calls: [], content: [], text: null, thought, isFinal: false, input: null, raises };
  }
  const nameSpan = strippedSpan(text, action.to, input.from);
  const inputSpan = strippedSpan(text, input.to, text.length);
  const name = stripPython(stripPython(text.slice(nameSpan.from, nameSpan.to), '*'));
  const given = stripPython(stripPython(text.slice(inputSpan.from, inputSpan.to), ' '), '"');
  const argumentsText = mended(given);
  if (argumentsText !== given) steps.quirk('input-mended', inputSpan);
  const read = checked(argumentsText);
  if ('raises' in read) steps.quirk('input-refused', inputSpan);
  const call: EngineCall = {
    span: { from: action.from, to: text.length },
    name,
    nameSpan,
    argumentsText,
    argumentsSpan: inputSpan,
  };
  const before = strippedSpan(text, 0, Math.max(0, text.indexOf('\nAction')));
  const content = before.from < before.to && before.to <= action.from ? [before] : [];
  return { calls: [call], content, text: null, thought, isFinal: false, input: read };
}

/** All before the first line that begins with `Action`, or with `Final Answer`; without fences. */
function thoughtOf(text: string): string {
  const action = text.indexOf('\nAction');
  const end = action < 0 ? text.indexOf('\nFinal Answer') : action;
  return end < 0 ? '' : stripPython(stripPython(text.slice(0, end)).replaceAll('```', ''));
}

function headersIn(text: string): Header[] {
  const headers: Header[] = [];
  for (let from = text.indexOf('Action'); from >= 0; from = text.indexOf('Action', from + 1)) {
    const word = afterNumber(text, from + 'Action'.length);
    const isInput = text.startsWith('Input', word);
    const colon = isInput ? afterNumber(text, word + 'Input'.length) : word;
    if (text.charAt(colon) === ':') headers.push({ from, to: colon + 1, isInput });
  }
  return headers;
}

/** After `\s*\d*\s*`. */
function afterNumber(text: string, from: number): number {
  let at = afterSpace(text, from);
  while (isDigit(text.charCodeAt(at))) at += 1;
  return afterSpace(text, at);
}

function answerFrom(text: string, from: number): Pick<Reading, 'content' | 'text'> {
  const span = strippedSpan(text, from, text.length);
  let answer = text.slice(span.from, span.to);
  // A fence that nobody opened.
  if (answer.endsWith('```') && answer.split('```').length % 2 === 0) answer = rstrip(answer.slice(0, -3));
  return { content: answer === '' ? [] : [{ from: span.from, to: span.from + answer.length }], text: answer };
}

/** A list stays as it is; anything else goes through json-repair, where that finds something, and no list in place of what was none. */
function mended(given: string): string {
  if (given.startsWith('[') && given.endsWith(']')) return given;
  const text = given.replaceAll('"""', '"');
  const repaired = repairedJson(text);
  const written = repaired === null ? null : pythonDumps(repaired.value, { ascii: true });
  if (written === null || written === '""' || written === '{}') return text;
  return written.startsWith('[') && !lstrip(text).startsWith('[') ? text : written;
}

/** JSON, a Python literal, JSON5, and mended once more; it has to be an object. */
function checked(text: string): PythonDict | Exception {
  const json = readPythonJson(text);
  if (json.ok && isDict(json.node.value)) return json.node.value;
  const literal = literalEval(text);
  if (literal.ok && isDict(literal.node.value)) return literal.node.value;
  if (!literal.ok && literal.message.startsWith('unhashable')) return { raises: 'TypeError', message: literal.message };
  const json5 = readJson5(text);
  if (json5 !== null && isDict(json5.value)) return json5.value;
  const repaired = mendedJson(text);
  if (repaired !== null && isDict(repaired.value)) return repaired.value;
  return {
    raises: 'Exception',
    message: 'Tool input must be a valid dictionary in JSON or Python literal format',
  };
}

/** What the model is told; the first lines of it. */
const messages: Readonly<Record<string, string>> = {
  'no-action':
    "I did it wrong. Invalid Format: I missed the 'Action:' after 'Thought:'. I will do right next, and don't use a tool I have already used.\n\nIf you don't need to use any more tools, you must give your best complete final answer",
  'no-input':
    "I did it wrong. Invalid Format: I missed the 'Action Input:' after 'Action:'. I will do right next, and don't use a tool I have already used.\n",
  'wrong-order':
    "\nSorry, I didn't use the right format. I MUST either use a tool (among the available ones), OR give my best final answer.\nHere is the expected format I must follow:\n\n```\nQuestion: the input question you must answer",
};
