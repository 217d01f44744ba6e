/** Models that think in every reply, whatever a request asks for, and what helps instead of turning that off. */
const models: readonly { readonly named: RegExp; readonly format?: string; readonly instead: string }[] = [
  {
    // Source: the model card of Qwen/Qwen3-235B-A22B-Thinking-2507, which knows no other mode
    named: /qwen-?3.*thinking/i,
    instead: 'Choose the `Instruct` model of this family, as this one thinks in every reply',
  },
  {
    // Source: docs.ollama.com/capabilities/thinking, where gpt-oss takes `low`, `medium` and `high` alone
    named: /gpt-?oss/i,
    format: 'harmony',
    instead: 'Set the reasoning effort to `low` or choose another model, as gpt-oss thinks in every reply',
  },
];

/** What to do, as the beginning of a sentence, where a model cannot be kept from thinking; null where a request can. */
export function insteadOfThinkingOff(model: string | null, format: string | null): string | null {
  const found = models.find(
    (one) => one.named.test(model ?? '') || (one.format !== undefined && one.format === format),
  );
  return found?.instead ?? null;
}

/** Models that think in no reply. Source: simonwillison.net, 2025-07-30, which calls Instruct-2507 the partner of Thinking-2507 that does not reason */
const NEVER = /qwen-?3[^\s/]{0,40}instruct-2507/i;

/** Whether a model never thinks, so that a reasoning parser takes its calls for thinking. */
export function neverThinks(model: string | null): boolean {
  return NEVER.test(model ?? '');
}
