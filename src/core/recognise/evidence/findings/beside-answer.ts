import { objectRefused, oddShape } from '../calls/sent-calls.ts';
import { misfitTold } from '../calls/misfit-told.ts';
import { refusedIn } from '../errors/kept-beside.ts';
import { asksAboutTools } from '../named-in-words.ts';
import type { Answer } from '../paste/answer.ts';
import type { Scene } from '../paste/scene.ts';
import { ofPromptAnswer } from './by-prompt.ts';
import { answeredAgain } from './called-again.ts';
import { joinedById, joinedLater, joinedNames } from './joined-in-client.ts';
import { ofJsonAsked } from './json-asked.ts';
import { ofUnasked } from './unasked-object.ts';
import { inventedResult } from './invented-result.ts';
import { isHealthy, type Judgement } from './judge.ts';
import { ofOwnCode } from './decided-by-code.ts';
import { ofContentOnly } from './content-only.ts';
import { ofToolsLeftOut } from './left-out-tools.ts';
import type { Material } from './material.ts';
import { oneStepOfCode } from './one-step.ts';
import { lostOnWay, ofOldRoute, ofPromptRoute, ofStreamOnly, ofUnseen } from './other-way.ts';
import { graphWithoutTools } from './graph-without-tools.ts';
import { ofUnreadCall } from './read-by-code.ts';
import { ofPiecesParsed } from './pieces-parsed.ts';
import { ofPrintedPrompt } from './printed-prompt.ts';
import type { Around, Reason } from './reason.ts';
import { keptTools } from './kept-tools.ts';
import { ofKernelWithoutChoice, ofUninvoked } from './kernel-code.ts';
import { ofToolsOff } from './tools-off.ts';
import { ofThinkingOff } from './thinking-off.ts';
import { ofWholeBeside } from './whole-beside.ts';

/** An answer with the paste that it is in. */
export interface AnswerInPaste extends Pick<Material, 'content' | 'pair'> {
  readonly scene: Scene;
  readonly around: Around;
  readonly answer: Answer;
  readonly judgement: Judgement;
}

/** What the rest of the paste shows beside an answer, which says more than the answer does; null for nothing. */
export function besideAnswer({ scene, around: given, answer, judgement, pair, content }: AnswerInPaste): Reason | null {
  const { turn, span } = answer;
  const { frame, around } = scene;
  const isSound = isHealthy(judgement);
  const old = ofOldRoute(frame.text, answer, judgement);
  const misfit = isSound ? misfitTold(refusedIn(scene), turn, false, given.writer) : null;
  const refused = judgement.did === 'calls' && judgement.faults.length === 0 ? objectRefused(around, answer) : null;
  const isWhole = judgement.faults.length === 0 && judgement.reasons.every(({ cause }) => cause === 'client');
  // Code in braces may look like an answer.
  const isOnly = scene.answers.every((one) => one === answer || one.turn.calls.every(({ name }) => name === ''));
  const ofCode = judgement.did === 'calls' && isWhole && isOnly ? ofOwnCode(content, answer) : null;
  const ofSound = isSound
    ? (oddShape({ turns: [turn] }, around) ??
      joinedLater(around, turn) ??
      joinedById(content, around, answer) ??
      (isOnly ? ofUnreadCall(content, answer) : null) ??
      oneStepOfCode(content, answer) ??
      graphWithoutTools(content, answer) ??
      ofUninvoked(content, answer) ??
      ofStreamOnly(around, answer) ??
      (scene.answers.length === 1
        ? (ofPiecesParsed(around, content, answer, given.writer) ?? ofUnseen(around, answer))
        : null) ??
      answeredAgain(scene, answer))
    : null;
  const failed = misfit === null ? judgement : { ...judgement, reasons: [misfit] };
  const ofWay = isHealthy(failed)
    ? null
    : (ofPromptRoute(frame.text, given, failed) ??
      ofWholeBeside(scene, answer, failed) ??
      lostOnWay(scene, answer, failed) ??
      old);
  const isAsked = judgement.did === 'text' || /["']tools["']\s{0,4}:/.test(frame.text) || asksAboutTools(around);
  const ofPrompt = isAsked ? ofPromptAnswer(scene, content.slice(span.from, span.to), judgement) : null;
  const unshown = ofContentOnly(around, given, judgement, turn.text?.text ?? '');
  const ofText =
    unshown ??
    (judgement.did === 'calls' ? null : ofUnasked(scene)) ??
    inventedResult(turn.text?.text ?? '', judgement.text) ??
    ofToolsLeftOut(scene, given, judgement) ??
    (judgement.did === 'answer' || judgement.did === 'text' ? ofToolsOff(scene, given) : null) ??
    ofKernelWithoutChoice(content, answer, given, judgement) ??
    (judgement.did === 'text' ? keptTools(scene, given) : null) ??
    ofPrintedPrompt(scene, judgement) ??
    ofJsonAsked(scene, given, judgement, turn.text?.text ?? '') ??
    ofThinkingOff(scene, given, judgement, turn.reasoning?.text ?? '');
  const seen =
    pair?.reason ?? refused ?? ofCode ?? ofSound ?? ofPrompt ?? ofWay ?? ofText ?? joinedNames(around, answer);
  return seen === null ? null : { ...seen, fix: old?.fix ?? seen.fix };
}
