import { phrasesOf, type Phrase } from './phrase.ts';

const NO_CALL = 'No call is to blame.';

/** What providers say of the account, in words that several of them have: they are looked for in errors alone. */
// Source: the errors of OpenAI, Groq, Anthropic, Azure, Gemini and OpenRouter, as people quote them in issues
export const saidOfAccount: readonly Phrase[] = phrasesOf(
  null,
  (
    [
      [
        'wide-too-large',
        /\bRequest too large for (?:model )?\S[^\n]{0,200}\b(?:TPM|tokens per min)/i,
        `This request alone is larger than the limit of tokens per minute. ${NO_CALL}`,
        'Send fewer tools and a shorter history, or raise the limit: to wait does not help.',
      ],
      [
        'wide-credit',
        /\b(?:status|code|error|HTTP)\b\D{0,10}402\b|\binsufficient_quota\b|\bexceeded your current quota\b|\b(?:insufficient|more) (?:credits|balance|funds)\b/i,
        `The error is about the account: its credit or its quota. ${NO_CALL}`,
        'Look at the credit and the quota of the account. Add credit or raise the quota, or wait until the quota begins anew.',
      ],
      [
        'wide-rate',
        /\b(?:status|code|error|HTTP)\b\D{0,10}429\b|\bRateLimit(?:Reached|Error)\b|\brate_limit_(?:error|exceeded)\b|\bRESOURCE_EXHAUSTED\b|\bResource has been exhausted\b|\b[Rr]ate limit (?:reached|exceeded)\b|\brate-limited\b|\bexceed(?:ed|s)?\b[^\n]{0,80}\brate limit\b|\b[Tt]oo many requests\b/,
        `The error is about the account: too many requests or tokens for its limit. ${NO_CALL}`,
        'Wait as long as the error says, and send the request again. If that repeats, raise the limit, and send fewer tools and a shorter history.',
      ],
      [
        'wide-key',
        /\b(?:status|code|error|HTTP)\b\D{0,10}401\b|\binvalid_api_key\b|\b(?:[Ii]ncorrect|[Ii]nvalid) API key\b/i,
        `The error is about the account: its API key. ${NO_CALL}`,
        'Look whether the client sends the right key, and whether that is still valid.',
      ],
    ] as const
  ).map(([id, pattern, says, fix]) => ({ id, pattern, causes: [], did: 'error', says, fix, isBroad: true }) as const),
);
