import { phrasesOf, type Phrase } from './phrase.ts';

const SPENT = {
  isVague: true,
  causes: [],
  did: 'error',
  says: 'The agent made as many steps as it may, and has no final answer: look at what its steps repeat.',
} as const;

/** What agents say that made all the steps they may make: not why. */
// Source: llama_index core/agent/workflow/multi_agent_workflow.py, langgraph pregel, langchain agents: the sentences that each raises
export const saidOfLimits: readonly Phrase[] = phrasesOf(null, [
  {
    id: 'llamaindex-iterations',
    by: ['llamaindex', 'proof'],
    pattern: /\bMax iterations of \d{1,6} reached! Either something went wrong\b/,
    ...SPENT,
  },
  {
    id: 'langgraph-recursion',
    by: ['langchain', 'proof'],
    pattern: /\bRecursion limit of \d{1,6} reached without hitting a stop condition\b/,
    ...SPENT,
  },
  {
    id: 'langchain-iterations',
    by: ['langchain', 'proof'],
    pattern: /\bAgent stopped due to (?:iteration limit or time limit|max iterations)\b/,
    ...SPENT,
  },
]);
