import {
  declaredTools,
  emulationDiffers,
  evidenceOf,
  evidenceSentences,
  loadProject,
  namesReader,
  projectOfEvidence,
  recognise,
  standIn,
  withLineFeeds,
  withReader,
  withTools,
  type Cause,
  type Evidence,
  type PastedContent,
} from '../../core/index.ts';
import { INCOMPLETE, isCutOff } from './cut-response.ts';
import { logEvidence } from './log-evidence.ts';
import type { WordedEvidence } from './protocol.ts';
import { withShownPlaces } from './shown-places.ts';

/** What a paste proves about its server, with what stands for that server and with what its replies are. */
export async function wordedEvidence(pasted: PastedContent): Promise<WordedEvidence> {
  const whole = evidenceOf(pasted);
  const found = recognise(pasted);
  const { kind, replies, toolsText } = found;
  const log = logEvidence(pasted, found, whole);
  const project = projectOfEvidence(whole);
  const runtimes = project === null ? [] : await loadProject(project);
  const { runtime, thinking, part, reasoning, reasoningParser } = standIn(whole, { ...pasted, replies }, runtimes);
  const text = replies.findLast((reply) => reply.text !== null)?.text ?? null;
  const capabilities = thinking === null ? {} : { thinking: false };
  const options = { runtimes, tools: declaredTools(toolsText), capabilities };
  // Any format stands for no server, and belongs to no project.
  const isOwn = runtimes.some(({ id }) => id === runtime);
  const read =
    log === null && runtime !== null && text !== null && isOwn
      ? { text, options: withTools({ ...options, runtime }, { text }) }
      : null;
  const known = read === null ? whole : withReader(whole, read.text, read.options);
  const evidence = log?.evidence ?? withShownPlaces(known, pasted.content, text);
  const sentences = evidenceSentences(evidence);
  const isWithoutCalls = evidence.did === 'text' || evidence.did === 'answer' || evidence.did === 'nothing';
  const isUnsure = isWithoutCalls && sentences.headline !== '' && isCutOff(pasted.content);
  const differs = read === null ? '' : emulationDiffers(evidence, read.text, read.options);
  // An error without a call in it is no reply of a model.
  const isReply = text !== null && (evidence.did !== 'error' || evidence.call !== null);
  const [cause] = evidence.causes;
  // The server refused what the client sent, or made no prompt of it: the model wrote nothing.
  const isRefused = evidence.did === 'error' && (cause === undefined ? isOfTopic(evidence) : REFUSED.has(cause));
  return {
    evidence,
    sentences:
      log?.sentences ?? (isUnsure ? { ...sentences, headline: `${INCOMPLETE} ${sentences.headline}` } : sentences),
    wrong: log === null ? wrongReply(evidence, replies.length) : (log.evidence.troubles[0]?.turn ?? null),
    replies: [
      ...(log === null ? replies : replies.slice(log.reply, log.reply + 1)),
      ...(reasoning === null ? [] : [{ text: reasoning, native: null }]),
    ].map((reply) => ({
      text: reply.text === null ? null : withLineFeeds(reply.text),
      native: reply.native === null ? null : withLineFeeds(reply.native),
    })),
    runtime,
    thinking,
    part,
    reasoningParser,
    reasoning: reasoning === null ? null : withLineFeeds(reasoning),
    missesText: kind === 'error' && text === null && evidence.call === null && !isRefused,
    leavesRuntime: runtime === null && isReply && !namesReader(evidence),
    differs,
  };
}

/** The reply that went wrong first, where the last one is healthy: the list of replies begins with it. */
function wrongReply({ troubles, turns }: Evidence, replies: number): number | null {
  return replies === turns && troubles.at(-1)?.turn !== turns - 1 ? (troubles[0]?.turn ?? null) : null;
}

/** Causes that a server finds in a request, before the model runs. */
const REFUSED: ReadonlySet<Cause> = new Set<Cause>(['client', 'template', 'schema', 'no-tools', 'parser-off']);

/** Whether an error is about the account, the length of the prompt or the like, which no call is to blame for. */
function isOfTopic({ because }: Evidence): boolean {
  return because.some((row) => row.isTopic === true);
}
