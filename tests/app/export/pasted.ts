import { recognise, runtimesFor } from '../../../src/core/index.ts';
import { reread } from '../../../src/app/export/reread.ts';
import { saidOf } from '../../../src/app/export/said.ts';
import type { Subject } from '../../../src/app/export/kind.ts';
import { proofOf } from '../../../src/app/page/reading/proof.ts';
import type { Page } from '../../../src/app/page/page.svelte.ts';
import { emptyLinkState } from '../../../src/app/permalink/state.ts';
import { wordedEvidence } from '../../../src/app/worker/worded-evidence.ts';
import type { WordedEvidence } from '../../../src/app/worker/protocol.ts';

/** A paste as the page shows it and shares it: with its last reply, read by what stands for its server. */
export async function pastedSubject(
  content: string,
): Promise<
  Subject & { readonly proof: WordedEvidence | null; readonly extraction: NonNullable<Subject['extraction']> }
> {
  const answer = await wordedEvidence({ content, name: null });
  const { toolsText } = recognise({ content, name: null });
  const reply = answer.replies.at(-1);
  const isAlone = reply === undefined || reply.text === content;
  const fields = {
    ...emptyLinkState,
    profile: answer.runtime ?? 'auto',
    text: reply?.text ?? '',
    native: reply?.native ?? '',
    raw: isAlone && reply !== undefined ? '' : content,
    tools: toolsText,
    ...(answer.thinking === null ? {} : { thinking: answer.thinking }),
  };
  const extraction = reread(fields, await runtimesFor(fields.profile));
  const page = {
    session: { fields, paste: { content } },
    results: { proved: { content, answer }, extraction },
  } as unknown as Pick<Page, 'session' | 'results'>;
  const proof = proofOf(page);
  const said = saidOf(extraction, { proof, thinking: fields.thinking });
  const link = 'https://callscope.example/#1.abcdef.xyz';
  return { fields, extraction, link, conversation: null, said, proof, model: answer.evidence.model };
}
