import { phrasesOf, type Phrase } from './phrase.ts';

export const STOP =
  'Have the model stop there: send the stop word `\\nObservation:`, and look whether it reaches the server. Or choose a model with calls of its own.';

/** What clients say of the steps of ReAct that a model wrote, with what the paste shows of them. */
// Source: the clients that each row names
export const saidOfSteps: readonly Phrase[] = phrasesOf(null, [
  // crewAI#540: CrewAI takes all that follows for the input. A value that is whole is blank where phrases are looked for.
  {
    id: 'steps-after-input',
    pattern:
      /^[ \t]{0,4}Action Input: {4,600}\n\s{0,8}(?!Observation\b|Finished chain\b|Entering |[>#]|\[(?:DEBUG|INFO)|Error\b)\S[^]{0,3000}?\bthe Action Input is not a valid key, value dictionary\b/m,
    isExact: true,
    causes: ['damaged'],
    did: 'text',
    says: 'The input of the action is whole, but the model wrote on, and CrewAI takes all of it.',
    fix: STOP,
  },
  // langchain agents/output_parsers/react_single_input.py
  {
    id: 'langchain-both',
    pattern: /\bproduced both a final answer and a parse-able action\b/,
    by: ['langchain', 'hint'],
    causes: ['other-format'],
    did: 'text',
    says: 'The reply holds an action and a final answer, and the client takes only one of them.',
    fix: STOP,
  },
  // llama_index#12460: a thought without an end, and no step after it
  {
    id: 'steps-cut',
    pattern:
      /\bCould not parse (?:LLM )?output: ?`?\s{0,4}(?:(?!\n[ \t]*\n|\b(?:Action|Answer):)[^`]){0,1500}?(?:\bThought: |[.!?] )[^\n`.!?]{0,300}[\p{L}\d,](?=`?\s*$|`?\n[ \t]*\n)/u,
    isExact: true,
    causes: ['cut', 'other-format'],
    did: 'text',
    says: 'The text of the reply ends inside of a sentence, before any action: it may be cut off.',
    fix: 'Look at the finish reason. If it is `length`, raise the token limit (`max_tokens`), which clients may set low. If not, show the steps in the prompt.',
  },
]);
