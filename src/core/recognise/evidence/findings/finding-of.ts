import { readText } from '../calls/text-reading.ts';
import { isVague, reasonsOf } from '../errors/phrase-search.ts';
import { isErrorText } from '../errors/status.ts';
import type { Said } from '../evidence.ts';
import type { Scene } from '../paste/scene.ts';
import { ofAnswer } from './answer-finding.ts';
import { ofError } from './error-answer.ts';
import { finding, type Finding } from './finding.ts';
import { ofHistory } from './history-finding.ts';
import { ofLog } from './log-finding.ts';
import { ofKeptTools } from './kept-tools.ts';
import type { Material } from './material.ts';
import type { Around } from './reason.ts';
import { RAN } from '../words/pieces.ts';
import { ofToolsOff } from './tools-off.ts';
import { ofRest } from './words-finding.ts';
import { ofCallForCode, ofWordsForCall } from './words-for-call.ts';

/** An answer says most; then a conversation; then what a log or a console says; then the text itself. */
export function findingOf(scene: Scene, around: Around, material: Material): Finding {
  const { answer, heard } = material;
  if (answer?.kind === 'error') return ofError(scene, around, material, answer);
  const words = ofWordsForCall(scene, heard, answer) ?? ofCallForCode(scene, heard);
  if (words !== null) return words;
  const off = answer === null && heard.length === 0 ? ofToolsOff(scene, around) : null;
  if (off !== null) return finding(null, [off]);
  const kept = answer === null && scene.history === null ? ofKeptTools(scene, around, material.content) : null;
  if (kept !== null) return kept;
  if (answer !== null) return ofAnswer(scene, around, material, answer);
  if (scene.history !== null) return ofHistory(scene, around, material.heard);
  // What an error quotes of a reply without a call is no answer.
  const isQuoted =
    scene.quoted !== null &&
    !(heard.length === 0 && isCallless(scene.quoted) && (isErrorText(scene.around) || isInError(scene, scene.quoted)));
  if (heard.every(isVague) && !isQuoted) {
    const found = ofRest(scene, around, withoutExamples(material));
    const said = heard[0]?.phrase.did ?? null;
    const isTold = found.did !== null || found.reasons.length > 0 || said === null;
    // A client says that it read no call, and the text shows why.
    const isBroken = found.reasons[0]?.cause === 'damaged' || found.reasons[0]?.cause === 'cut';
    // Blanks of a page are no damage of the model.
    if (
      found.did === null &&
      said === 'text' &&
      found.call !== null &&
      isBroken &&
      !material.content.includes('\u00a0')
    )
      return finding(said, found.reasons, { call: found.call });
    const isWell = found.rows.some(({ rule }) => rule === RAN);
    if (heard.length === 0 || isWell || (found.call !== null && isTold)) return found;
    if (found.call !== null) return finding(said, heard.flatMap(reasonsOf), { call: found.call });
  }
  return ofLog(scene, around, material);
}

function isCallless({ text: said }: Said): boolean {
  return readText(said).state === 'none';
}

/** Whether the words before it on its line say that something failed: `Failed to parse the model output: …`. */
function isInError({ frame }: Scene, { text: said }: Said): boolean {
  const at = frame.text.indexOf(said);
  return /\b(?:fail\w{0,3}|could not|cannot|unable|error (?:while|when|in))\b[^\n]{0,60}$/i.test(
    frame.text.slice(Math.max(0, at - 80), at),
  );
}

function withoutExamples({ content, heard }: Material): string {
  const from = heard
    .filter(({ phrase }) => phrase.hasExample === true)
    .map(({ phrase }) => content.search(phrase.pattern));
  return content.slice(0, Math.min(content.length, ...from.filter((at) => at >= 0)));
}
