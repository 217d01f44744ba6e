import { phrasesOf, type Phrase } from './phrase.ts';

const HARMONY = 'Send the request again, and update the server with its library `openai-harmony`.';

/** What the library of OpenAI says that reads the replies of gpt-oss in vLLM and others. */
// Source: vllm#51977 and #23567, harmony#38
export const saidOfHarmony: readonly Phrase[] = phrasesOf(null, [
  {
    id: 'harmony-header',
    pattern: /\bunexpected tokens remaining in message header: [^\n]{0,40}\bto=(?:functions\.)?([\w.-]{1,80})/,
    isExact: true,
    causes: ['damaged'],
    did: 'error',
    says: 'The reader of gpt-oss failed at the header of a call to `$1`, and nothing of that call came back.',
    fix: HARMONY,
  },
  {
    id: 'harmony-reader',
    pattern:
      /\bHarmonyError: (?:[Uu]nexpected token|[Ii]nvalid)|\bUnexpected token \d{1,6} while expecting start token\b|\bunexpected tokens remaining in message header\b/,
    causes: ['damaged'],
    did: 'error',
    says: 'The reader of gpt-oss failed: the model left the form of harmony.',
    fix: HARMONY,
  },
]);
