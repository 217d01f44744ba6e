import type { AssemblyRecorder } from '../assembly-recorder.ts';
import { itemsAt, jsonTextOf, numberAt, objectAt, textAt, type WireMessage } from '../wire-json.ts';
import { type JsonNode, member } from '../../text/json/index.ts';
import type { Family, FamilyReader } from './family.ts';
import { toolUseText } from './tool-use.ts';

/**
 * Gemini's `streamGenerateContent`: each event is a whole response with the next parts of its candidates; a call comes at once
 * (Gemini API reference, "GenerateContentResponse").
 */
export const gemini: Family = {
  id: 'gemini',
  recognises: ({ node }) => itemsAt(node, 'candidates').length > 0,
  open: (recorder) => new GeminiReader(recorder),
  finish: { cut: ['MAX_TOKENS'], calls: [], plain: [], isSure: true },
  endMarker: null,
  noArguments: '{}',
  callText: toolUseText,
};

class GeminiReader implements FamilyReader {
  readonly #rec: AssemblyRecorder;

  constructor(recorder: AssemblyRecorder) {
    this.#rec = recorder;
  }

  take({ node, source }: WireMessage): void {
    const rec = this.#rec;
    const before = rec.steps.length;
    rec.named(textAt(node, 'modelVersion'));
    const [candidate, other] = itemsAt(node, 'candidates');
    if (other !== undefined) rec.fault('other-choice');
    const content = candidate === undefined ? null : objectAt(candidate, 'content');
    for (const part of content === null ? [] : itemsAt(content, 'parts')) this.#part(part, source);
    if (candidate !== undefined) rec.finish(textAt(candidate, 'finishReason'));
    const usage = objectAt(node, 'usageMetadata');
    if (usage !== null) rec.count(numberAt(usage, 'promptTokenCount'), numberAt(usage, 'candidatesTokenCount'));
    if (rec.steps.length === before) rec.step('no-content');
  }

  #part(part: JsonNode, source: string): void {
    const rec = this.#rec;
    const text = textAt(part, 'text');
    if (text !== null && member(part, 'thought')?.kind === 'true') rec.thought(text);
    else if (text !== null) rec.text(text);
    const given = objectAt(part, 'functionCall');
    if (given === null) return;
    const call = rec.openCall(null, { hasId: false });
    rec.setId(call, textAt(given, 'id'));
    rec.addName(call, textAt(given, 'name'));
    rec.setWhole(call, jsonTextOf(member(given, 'args'), source));
    rec.close(call);
  }
}
