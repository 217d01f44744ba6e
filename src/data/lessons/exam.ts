import { writtenFailures } from '../failures/index.ts';
import type { Lesson, LessonStep, Option } from './lesson.ts';

/** What the exam asks about a famous failure. */
interface Question {
  readonly failure: string;
  /** What somebody would report. */
  readonly report: string;
  /** What is to blame: with what helps in its place, the calls come. */
  readonly cause: string;
  /** A parser that does not help. */
  readonly otherParser: string;
  readonly after: string;
}

const questions: readonly Question[] = [
  {
    failure: 'vllm-coder-tags-for-json',
    report: 'We moved to Qwen3-Coder and kept the start command of the server. Since then calls come as text.',
    cause: 'The parser: it was made for the format of the model before',
    otherParser: 'vllm:pythonic',
    after: 'The outer tags are the same, the inside is not. The model and the parser have to change together.',
  },
  {
    failure: 'vllm-cut-off-argument',
    report: 'Short files are written. Long ones never arrive, or only half of them.',
    cause: 'The limit of length: the reply was cut off',
    otherParser: 'vllm:hermes',
    after: 'The reply ends in the middle of a value. The finish reason would have said `length`.',
  },
  {
    failure: 'sglang-undeclared-tool',
    report: 'Sometimes the reply of SGLang is simply empty. No call, no text, no error.',
    cause: 'The declared tools: the called one is not among them',
    otherParser: 'sglang:llama3',
    after: 'The parser dropped a call of a name that nobody declared, and wrote that only into its log.',
  },
  {
    failure: 'vllm-draft-runs',
    report: 'The agent read a file that the model had only thought about.',
    cause: 'The thinking: a call in it was taken for a real one',
    otherParser: 'vllm:llama3_json',
    after: 'Without a reasoning parser, thinking is text like all other text.',
  },
  {
    failure: 'vllm-json-for-python-list',
    report: 'Llama 4 answers with JSON, and nothing is called.',
    cause: 'The parser: it reads another format than the model writes',
    otherParser: 'vllm:hermes',
    after: 'A family of models can know two formats. Which one it writes, its template says.',
  },
  {
    failure: 'vllm-schema-reference',
    report: 'The object arrives as a text, although the tool declares an object.',
    cause: 'The declaration: its type is written in a way that the parser does not follow',
    otherParser: 'vllm:hermes',
    after: 'The type was in another place, and a reference led to it. A plain declaration helps every parser.',
  },
  {
    failure: 'ollama-raw-line-breaks',
    report: 'One-line files work. As soon as a file has several lines, the call fails.',
    cause: 'The JSON: line breaks in a text are not escaped',
    otherParser: 'ollama:qwen3-coder',
    after: 'A line break inside of a JSON text has to be written as `\\n`.',
  },
  {
    failure: 'sglang-brackets-gone',
    report: 'The tags in the reply look odd, and the user sees them.',
    cause: 'The tags: characters of them are missing',
    otherParser: 'sglang:qwen25',
    after: 'The parser looks for exact characters. A tag without its bracket is text.',
  },
  {
    failure: 'llamacpp-arguments-as-string',
    report: 'The function is called with no arguments, although the model wrote them.',
    cause: 'The server: it does not decode arguments that are JSON inside of a text',
    otherParser: 'llamacpp:llama3',
    after: 'The model encoded the arguments twice. One server decodes that, another does not.',
  },
  {
    failure: 'vllm-no-arguments-streamed',
    report: 'Without streaming it works. With streaming, a call without arguments disappears.',
    cause: 'The release of the server: its stream reads this call in another way',
    otherParser: 'vllm:hermes',
    after: 'The two ways of reading are two pieces of code. A newer release reads both alike.',
  },
];

/** What somebody reported, by the id of its failure. */
export const examReports: readonly Pick<Question, 'failure' | 'report'>[] = questions;

function stepOf({ failure: id, report, cause, otherParser, after }: Question): LessonStep[] {
  const failure = writtenFailures.find((one) => one.id === id);
  if (failure === undefined) return [];
  const { state, remedy } = failure;
  const { view: _view, compare: _compare, ...given } = state;
  const { view: _other, compare: _against, ...change } = remedy.change;
  const blamed: Option = { id: 'cause', label: cause, change };
  const innocent: readonly Option[] = [
    {
      id: 'other-parser',
      label: `The parser: \`${otherParser.slice(otherParser.indexOf(':') + 1)}\` would read it`,
      change: { profile: otherParser },
    },
    { id: 'thinking', label: 'The request: thinking should be off', change: { thinking: 'off' } },
    {
      id: 'line-break',
      label: 'The end of the reply: a line break is missing',
      change: { text: `${given.text ?? ''}\n` },
    },
    {
      id: 'words',
      label: 'The beginning of the reply: a sentence should come first',
      change: { text: `Here it is:\n${given.text ?? ''}` },
    },
    {
      id: 'native',
      label: 'The setting: the server should be told that the model calls tools on its own',
      change: { nativeToolCalls: 'true' },
    },
  ];
  // The blamed one is at another place each time.
  const at = report.length % (innocent.length + 1);
  return [
    {
      say: `A report: “${report}” What is the cause?`,
      case: given,
      ask: {
        kind: 'tell',
        among: [...innocent.slice(0, at), blamed, ...innocent.slice(at)],
        conditions: [{ must: 'call', calls: remedy.calls, ...(remedy.streamed === true ? { streamed: true } : {}) }],
      },
      hints: [failure.happens, failure.helps],
      after,
    },
  ];
}

export const lesson: Lesson = {
  id: 'exam',
  title: 'Exam: ten failures that people reported',
  minutes: 10,
  steps: questions.flatMap(stepOf),
};
