import { ALLOW, DROPPED, REFUSED_BY_TABLE } from '../said/litellm-table.ts';
import type { Reason } from './reason.ts';

/** The advice that LiteLLM gives in its error, which nobody has followed yet. */
const ADVICE =
  /\b[Tt]o drop (?:these|it),? set[^]{0,120}?drop_params[^]{0,120}?drop_params: ?true`?|\bset `?litellm\.drop_params ?= ?True`?/g;
const SET =
  /\bdrop_params\b["'`]?(?:\s{0,2}[:=]\s{0,2}["'`]?[Tt]rue\b| (?:is |was )?(?:on|set|enabled)\b)|--drop_params\b/;

/** What to do where LiteLLM refused the tools, and the person had it drop what it refuses: the error is gone, and so are the tools. */
// Source: docs.litellm.ai/docs/completion/drop_params
export function droppedTools(first: Reason | undefined, text: string): Reason | null {
  if (first?.cause === 'no-tools' && isDroppedOnWay(text)) return DROPPED_ON_WAY;
  if (first?.says !== REFUSED_BY_TABLE || !SET.test(text.replaceAll(ADVICE, ' '))) return null;
  return {
    ...first,
    says: 'LiteLLM lists no tools for this model: it refuses them, and with `drop_params` it removes them without an error.',
    fix: `Take \`drop_params\` out again. ${(first.fix ?? '').replace(DROPPED, '').trim()}`,
  };
}

/** What LiteLLM logs of the request that it got, and of the one that it sent on. */
const GOT = /\blitellm\.a?completion\((?:(?!\n\n)[^]){0,20000}?\btools=\[\s{0,4}\{/;
const SENT_ON = /\bPOST Request Sent from LiteLLM:\s[^]{0,400}?-d '((?:(?!\n\n)[^])*)/g;

function isDroppedOnWay(text: string): boolean {
  const sent = [...text.matchAll(SENT_ON)].at(-1)?.[1];
  return sent !== undefined && !/["']tools["']/.test(sent) && GOT.test(text) && SET.test(text.replaceAll(ADVICE, ' '));
}

const SAYS = 'LiteLLM removed the tools that the client sent: its table lists none for this model.';
const DROPPED_ON_WAY: Reason = {
  cause: 'no-tools',
  says: SAYS,
  headline: SAYS,
  fix: `Update LiteLLM, or ${ALLOW}. Take \`drop_params\` out: then LiteLLM says what it refuses.`,
};
