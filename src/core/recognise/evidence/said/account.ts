/**
 * What providers say of the account, where no call and no tool is to blame: `[id, pattern, says, fix]`. The words are of several
 * programs, so they are looked for in errors alone.
 */
type Row = readonly [id: string, pattern: RegExp, causes: readonly [], did: 'error', says: string, fix: string];

const NO_CALL = 'No call is to blame.';

// Sources: the errors of OpenAI (platform.openai.com/docs/guides/error-codes), Groq (console.groq.com/docs/rate-limits), Anthropic
// (docs.claude.com/en/api/errors), Azure, Gemini and OpenRouter, as people quote them in issues
export const saidOfAccount: readonly Row[] = [
  [
    'wide-too-large',
    /\bRequest too large for (?:model )?\S[^\n]{0,200}\b(?:TPM|tokens per min)/i,
    [],
    'error',
    `This request alone is larger than the limit of tokens per minute. ${NO_CALL}`,
    'Send fewer tools and a shorter history, or raise the limit: to wait does not help.',
  ],
  [
    'wide-credit',
    /\b(?:status|code|error|HTTP)\b\D{0,10}402\b|\binsufficient_quota\b|\bexceeded your current quota\b|\b(?:insufficient|more) (?:credits|balance|funds)\b/i,
    [],
    'error',
    `The error is about the credit or the quota of the account. ${NO_CALL}`,
    'Look at the credit and the quota of the account. Add credit or raise the quota, or wait until the quota begins anew.',
  ],
  [
    'wide-rate',
    /\b(?:status|code|error|HTTP)\b\D{0,10}429\b|\bRateLimit(?:Reached|Error)\b|\brate_limit_(?:error|exceeded)\b|\bRESOURCE_EXHAUSTED\b|\bResource has been exhausted\b|\b[Rr]ate limit (?:reached|exceeded)\b|\brate-limited\b|\bexceed(?:ed|s)?\b[^\n]{0,80}\brate limit\b|\b[Tt]oo many requests\b/,
    [],
    'error',
    `The error is about a rate limit: too many requests or tokens in a short time. ${NO_CALL}`,
    'Wait as long as the error says, and send the request again. If that repeats, raise the limit, and send fewer tools and a shorter history.',
  ],
  [
    'wide-key',
    /\b(?:status|code|error|HTTP)\b\D{0,10}401\b|\binvalid_api_key\b|\b(?:[Ii]ncorrect|[Ii]nvalid) API key\b/i,
    [],
    'error',
    `The error is about the API key. ${NO_CALL}`,
    'Look whether the client sends the right key, and whether that is still valid.',
  ],
];
