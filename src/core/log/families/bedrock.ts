import type { AssemblyRecorder, OpenCall } from '../assembly-recorder.ts';
import { numberAt, objectAt, textAt, type WireMessage } from '../wire-json.ts';
import type { JsonNode } from '../../text/json/index.ts';
import type { Family, FamilyReader } from './family.ts';
import { toolUseText } from './tool-use.ts';

const EVENTS = ['messageStart', 'contentBlockStart', 'contentBlockDelta', 'contentBlockStop', 'messageStop'];

/** Bedrock's ConverseStream, one event an object with one key (Amazon Bedrock API reference, "ConverseStreamOutput"). */
export const bedrock: Family = {
  id: 'bedrock',
  recognises: ({ node }) => EVENTS.some((key) => objectAt(node, key) !== null),
  open: (recorder) => new BedrockReader(recorder),
  finish: { cut: ['max_tokens'], calls: ['tool_use'], plain: ['end_turn', 'stop_sequence'], isSure: true },
  endMarker: null,
  noArguments: '{}',
  callText: toolUseText,
};

class BedrockReader implements FamilyReader {
  readonly #rec: AssemblyRecorder;
  /** The calls whose blocks are open, by the index of the block. */
  readonly #open = new Map<string, OpenCall>();

  constructor(recorder: AssemblyRecorder) {
    this.#rec = recorder;
  }

  take({ node }: WireMessage): void {
    const rec = this.#rec;
    const before = rec.steps.length;
    const start = objectAt(node, 'contentBlockStart');
    const delta = objectAt(node, 'contentBlockDelta');
    const blockStop = objectAt(node, 'contentBlockStop');
    const stop = objectAt(node, 'messageStop');
    if (objectAt(node, 'messageStart') !== null) rec.step('start');
    if (start !== null) this.#start(start);
    if (delta !== null) this.#delta(delta);
    if (blockStop !== null) this.#stop(indexOf(blockStop));
    if (stop !== null) rec.finish(textAt(stop, 'stopReason'));
    const usage = objectAt(objectAt(node, 'metadata') ?? node, 'usage');
    if (usage !== null) rec.count(numberAt(usage, 'inputTokens'), numberAt(usage, 'outputTokens'));
    if (rec.steps.length === before) rec.step('no-content');
  }

  #start(block: JsonNode): void {
    const use = objectAt(objectAt(block, 'start') ?? block, 'toolUse');
    if (use === null) return;
    const index = indexOf(block);
    if (this.#open.has(index)) this.#rec.fault('index-repeated', index);
    const call = this.#rec.openCall(index);
    this.#rec.setId(call, textAt(use, 'toolUseId'));
    this.#rec.addName(call, textAt(use, 'name'));
    this.#open.set(index, call);
  }

  #delta(block: JsonNode): void {
    const rec = this.#rec;
    const delta = objectAt(block, 'delta');
    if (delta === null) return;
    const text = textAt(delta, 'text');
    if (text !== null) rec.text(text);
    const reasoning = objectAt(delta, 'reasoningContent');
    if (reasoning !== null) rec.thought(textAt(reasoning, 'text') ?? '');
    const piece = objectAt(delta, 'toolUse');
    if (piece === null) return;
    const index = indexOf(block);
    const call = this.#open.get(index);
    if (call === undefined) rec.fault('index-unknown', index);
    else rec.addArguments(call, textAt(piece, 'input'));
  }

  #stop(index: string): void {
    const call = this.#open.get(index);
    if (call !== undefined) this.#rec.close(call);
    this.#open.delete(index);
  }
}

/** The index of the block that an event is about, as text; '' where it has none. */
function indexOf(block: JsonNode): string {
  return String(numberAt(block, 'contentBlockIndex') ?? '');
}
