import type { AssemblyRecorder, OpenCall } from '../assembly-recorder.ts';
import { jsonTextOf, numberAt, objectAt, textAt, textOf, type WireMessage } from '../wire-json.ts';
import { type JsonNode, member } from '../../text/json/index.ts';
import type { Family, FamilyReader } from './family.ts';
import { toolUseText } from './tool-use.ts';

/** The types of the UI message stream that no other provider has (AI SDK docs, "Stream Protocols"). */
const TYPES: ReadonlySet<string> = new Set([
  'start',
  'start-step',
  'text-start',
  'text-delta',
  'reasoning-start',
  'tool-input-start',
  'tool-input-available',
  'tool-call',
]);
/** The codes of the data stream of AI SDK 4, one before each line. */
const CODES: ReadonlySet<string> = new Set('0 2 8 9 a b c d e f g'.split(' '));

/** What the AI SDK sends to the browser: the UI message stream of version 5, and the data stream of version 4. */
export const aiSdk: Family = {
  id: 'ai-sdk',
  recognises: ({ event, node }) =>
    (event.transport === 'lines' && CODES.has(event.name ?? '')) ||
    (isTyped(node) && TYPES.has(textAt(node, 'type') ?? '')),
  open: (recorder) => new AiSdkReader(recorder),
  finish: { cut: ['length'], calls: [], plain: [] },
  endMarker: null,
  noArguments: '{}',
  callText: toolUseText,
};

/** `{"type": "start"}` alone may be anybody's. */
function isTyped(node: JsonNode): boolean {
  const type = textAt(node, 'type') ?? '';
  return (
    type.includes('-') ||
    member(node, 'messageId') !== undefined ||
    (node.kind === 'object' && node.members.length === 1)
  );
}

class AiSdkReader implements FamilyReader {
  readonly #rec: AssemblyRecorder;
  readonly #calls = new Map<string, OpenCall>();

  constructor(recorder: AssemblyRecorder) {
    this.#rec = recorder;
  }

  take({ event, node, source }: WireMessage): void {
    const rec = this.#rec;
    const before = rec.steps.length;
    const type = event.transport === 'lines' && event.name !== null ? event.name : (textAt(node, 'type') ?? '');
    const text = textAt(node, 'delta') ?? textAt(node, 'textDelta') ?? textAt(node, 'text') ?? textOf(node) ?? '';
    if (type === '0' || type === 'text-delta') rec.text(text);
    else if (type === 'g' || type === 'reasoning-delta' || type === 'reasoning') rec.thought(text);
    else if (type === 'b' || type === 'tool-input-start' || type === 'tool-call-streaming-start') this.#call(node);
    else if (type === 'c' || type === 'tool-input-delta')
      rec.addArguments(this.#call(node), textAt(node, 'argsTextDelta') ?? textAt(node, 'inputTextDelta'));
    else if (type === '9' || type === 'tool-input-available' || type === 'tool-call') this.#whole(node, source);
    else if (type === 'd' || type === 'finish') this.#finish(node);
    else if (type === '3' || type === 'error') rec.error(textOf(node) ?? textAt(node, 'errorText') ?? '', null);
    if (rec.steps.length === before) rec.step('no-content', type);
  }

  #finish(node: JsonNode): void {
    this.#rec.finish(textAt(node, 'finishReason'));
    const usage = objectAt(node, 'usage');
    if (usage !== null) this.#rec.count(numberAt(usage, 'promptTokens'), numberAt(usage, 'completionTokens'));
  }

  #call(node: JsonNode): OpenCall {
    const id = textAt(node, 'toolCallId') ?? '';
    const known = this.#calls.get(id);
    if (known !== undefined) return known;
    const call = this.#rec.openCall(null);
    this.#rec.setId(call, id);
    this.#rec.addName(call, textAt(node, 'toolName'));
    this.#calls.set(id, call);
    return call;
  }

  #whole(node: JsonNode, source: string): void {
    const call = this.#call(node);
    const input = member(node, 'input') ?? member(node, 'args');
    this.#rec.setWhole(call, textOf(input) ?? jsonTextOf(input, source));
    this.#rec.close(call);
  }
}
