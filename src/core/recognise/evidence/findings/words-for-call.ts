import { saidInstead } from '../../../trace/index.ts';
import type { Heard } from '../errors/phrase-search.ts';
import type { Said } from '../evidence.ts';
import { type Answer, emptyTurn } from '../paste/answer.ts';
import type { Scene } from '../paste/scene.ts';
import { finding, type Finding } from './finding.ts';

/** How smolagents heads what the model wrote, and what it says below of a text without a call. Source: smolagents src/smolagents/agents.py */
const HEAD = 'Output message of the LLM:';
const FAILED = 'Error while parsing tool call from model output';
/** The console shows a call that it made, and what came back. */
const RAN = /\bCalling tools?: ?\n?['"[][^\n]{1,400}[^]{0,400}?\bObservations:/;

/** How it quotes a reply in which it found no code. Source: src/smolagents/utils.py `parse_code_blobs` */
const JSON_FOR_CODE =
  /\bthe regex pattern [^\n]{2,80} was not found in it\b[^\n]{0,4}\s{1,8}Here is your code snippet:\s{1,8}(?:```\w{0,8}\s{1,4}|<tool_call>\s{0,4})?\{\s{0,8}["'](?:name|action|tool)["']: ?["']([\w.-]{1,80})["']/;

/** A call in JSON for an agent that runs Python; null for others. */
export function ofCallForCode({ frame, around }: Scene, heard: readonly Heard[]): Finding | null {
  if (!heard.some(({ phrase }) => phrase.id === 'smolagents-no-code')) return null;
  const name = JSON_FOR_CODE.exec(frame.text)?.[1];
  if (name === undefined) return null;
  // Source: smolagents docs/source/en/guided_tour.md
  const context = /\bollama/i.test(around)
    ? ' With Ollama give `LiteLLMModel` `num_ctx=8192`: less may cut off the prompt.'
    : '';
  return finding('text', [
    {
      cause: 'other-format',
      says: `\`CodeAgent\` runs Python, and the model wrote a call to \`${name}\` in JSON.`,
      fix: `Use \`ToolCallingAgent\` with this model, or a model that writes code.${context}`,
    },
  ]);
}

/** Words of a model for a client that takes only calls, and its complaint about them. Null where the words are not in the paste. */
export function ofWordsForCall({ frame }: Scene, heard: readonly Heard[], answer: Answer | null): Finding | null {
  if (!heard.some(({ phrase }) => phrase.id === 'smolagents-no-json')) return null;
  const said = answer === null ? wordsIn(frame.text) : answer.turn.calls.length > 0 ? null : answer.turn.text;
  // Signs of a call, or of code.
  if (said === null || said.text.trim() === '' || /[{<[`]/.test(said.text)) return null;
  const hasRun = RAN.test(frame.text);
  const isFinal = hasRun && saidInstead(said.text) === null;
  return finding(
    'answer',
    [
      {
        cause: 'other-format',
        says: isFinal ? ANSWERED : WORDS,
        headline: isFinal ? ANSWERED : WORDS,
        fix: hasRun ? AS_CALL : OTHER_MODEL,
        span: said.span,
      },
    ],
    { turn: answer?.turn ?? { ...emptyTurn(said.span), text: said } },
  );
}

const ANSWERED = 'The model gave the answer in words: `ToolCallingAgent` takes it only as a call to `final_answer`.';
const WORDS =
  'The model wrote words and no call: `ToolCallingAgent` wants a call in every step, `final_answer` in the last.';
const AS_CALL =
  'Say in the `instructions` that the answer is given by a call to `final_answer`. Or use a model that calls tools more steadily, or `CodeAgent`.';
const OTHER_MODEL = 'Choose a larger model, or one that was trained to call tools. `CodeAgent` is another way.';

/** The last text of the model that the console shows, without the box around it; null for none. */
function wordsIn(text: string): Said | null {
  const head = text.lastIndexOf(HEAD);
  const from = head < 0 ? -1 : text.indexOf('\n', head);
  const to = from < 0 ? -1 : text.indexOf(FAILED, from);
  if (to < 0) return null;
  const lines = text.slice(from, to).split('\n');
  const words = lines.map((line) => line.replaceAll(/^[\s│|╰╭─]+|[\s│|╯╮─]+$/g, '')).filter((line) => line !== '');
  return { text: words.join('\n'), span: null };
}
