import type { AssemblyRecorder, OpenCall } from '../assembly-recorder.ts';
import { numberAt, objectAt, textAt, type WireMessage } from '../wire-json.ts';
import type { Family, FamilyReader } from './family.ts';
import { toolUseText } from './tool-use.ts';

const EVENTS = ['messageStart', 'contentBlockStart', 'contentBlockDelta', 'contentBlockStop', 'messageStop'];

/** Bedrock's ConverseStream, one event an object with one key (Amazon Bedrock API reference, "ConverseStreamOutput"). */
export const bedrock: Family = {
  id: 'bedrock',
  recognises: ({ node }) => EVENTS.some((key) => objectAt(node, key) !== null),
  open: (recorder) => new BedrockReader(recorder),
  finish: { cut: ['max_tokens'], calls: ['tool_use'], plain: ['end_turn', 'stop_sequence'] },
  endMarker: null,
  noArguments: '{}',
  callText: toolUseText,
};

class BedrockReader implements FamilyReader {
  readonly #rec: AssemblyRecorder;
  #call: OpenCall | null = null;

  constructor(recorder: AssemblyRecorder) {
    this.#rec = recorder;
  }

  take({ node }: WireMessage): void {
    const rec = this.#rec;
    const before = rec.steps.length;
    const start = objectAt(node, 'contentBlockStart');
    const delta = objectAt(node, 'contentBlockDelta');
    const stop = objectAt(node, 'messageStop');
    const use = start === null ? null : objectAt(objectAt(start, 'start') ?? start, 'toolUse');
    if (objectAt(node, 'messageStart') !== null) rec.step('start');
    if (start !== null && use !== null) {
      this.#call = rec.openCall(String(numberAt(start, 'contentBlockIndex') ?? ''));
      rec.setId(this.#call, textAt(use, 'toolUseId'));
      rec.addName(this.#call, textAt(use, 'name'));
    }
    const inner = delta === null ? null : objectAt(delta, 'delta');
    if (inner !== null) {
      rec.text(textAt(inner, 'text') ?? '');
      rec.thought(textAt(objectAt(inner, 'reasoningContent') ?? inner, 'reasoningText') ?? '');
      const piece = objectAt(inner, 'toolUse');
      if (piece !== null && this.#call !== null) rec.addArguments(this.#call, textAt(piece, 'input'));
    }
    if (objectAt(node, 'contentBlockStop') !== null && this.#call !== null) {
      rec.close(this.#call);
      this.#call = null;
    }
    if (stop !== null) rec.finish(textAt(stop, 'stopReason'));
    const usage = objectAt(objectAt(node, 'metadata') ?? node, 'usage');
    if (usage !== null) rec.count(numberAt(usage, 'inputTokens'), numberAt(usage, 'outputTokens'));
    if (rec.steps.length === before) rec.step('no-content');
  }
}
