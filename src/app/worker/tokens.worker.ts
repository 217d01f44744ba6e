import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { serve } from './serve.ts';

/** What a control token is spelt like counts as the characters it is written with. */
const asText = { disallowedSpecial: new Set<string>() };

/** The counts of the last job: an edit changes few of its texts. */
let known = new Map<string, number>();

// A worker of its own: its tables weigh a megabyte, and one word of 100,000 letters takes it seconds.
serve<'tokens'>({
  tokens({ texts }) {
    const counts = new Map<string, number>();
    const answer = texts.map((text) => {
      const count = known.get(text) ?? counts.get(text) ?? countTokens(text, asText);
      counts.set(text, count);
      return count;
    });
    known = counts;
    return answer;
  },
});
