import { DROPPED } from '../paste/code-request.ts';
import { phrasesOf, type Phrase } from './phrase.ts';

/** What is wrong in the code of a person, who shows it beside what came back. */
// Source: langchain_core language_models/chat_models.py, whose `bind_tools` gives a new model; langchain#30983 has it as it is meant
export const saidInCode: readonly Phrase[] = phrasesOf(null, [
  {
    id: 'code-bind-tools',
    pattern: DROPPED,
    causes: ['no-tools'],
    did: null,
    isExact: true,
    says: 'The code drops what `bind_tools` returns, and the model that it asks has no tools.',
    fix: 'Keep the result, as in `llm = llm.bind_tools(…)`, and ask that model.',
  },
]);
