import type { AssemblyRecorder, OpenCall } from '../assembly-recorder.ts';
import { jsonTextOf, numberAt, objectAt, textAt, type WireMessage } from '../wire-json.ts';
import { type JsonNode, member, readJson } from '../../text/json/index.ts';
import type { Family, FamilyReader } from './family.ts';

const TYPES: ReadonlySet<string> = new Set([
  'message_start',
  'content_block_start',
  'content_block_delta',
  'content_block_stop',
  'message_delta',
  'message_stop',
]);

/**
 * Anthropic messages: blocks with an `index`, each with a start, deltas and a stop; the input of a `tool_use` block
 * comes as `partial_json` (Anthropic API, "Streaming messages").
 */
export const anthropic: Family = {
  id: 'anthropic',
  recognises: ({ node }) => TYPES.has(textAt(node, 'type') ?? ''),
  open: (recorder) => new AnthropicReader(recorder),
  finish: {
    cut: ['max_tokens', 'model_context_window_exceeded'],
    calls: ['tool_use'],
    plain: ['end_turn', 'stop_sequence'],
  },
  endMarker: 'message_stop',
  noArguments: '{}',
  callText: ({ id, name }, argumentsText) => {
    // A cut input is not JSON value: it stays the text that came.
    const input = readJson(argumentsText).ok ? argumentsText : JSON.stringify(argumentsText);
    const idText = id === null ? '' : `"id":${JSON.stringify(id)},`;
    return `{"type":"tool_use",${idText}"name":${JSON.stringify(name)},"input":${input}}`;
  },
};

/** A block that deltas come for. */
interface Block {
  call: OpenCall | null;
  /** A call that the provider runs itself: its pieces are nobody's. */
  readonly isRun?: boolean;
}

const RUN = /^(?:server|mcp)_tool_use$/;

class AnthropicReader implements FamilyReader {
  readonly #rec: AssemblyRecorder;
  readonly #blocks = new Map<string, Block>();
  /** The block that began last, for deltas without an index. */
  #last: Block | null = null;

  constructor(recorder: AssemblyRecorder) {
    this.#rec = recorder;
  }

  take({ node, source }: WireMessage): void {
    const rec = this.#rec;
    const type = textAt(node, 'type') ?? '';
    switch (type) {
      case 'message_start': {
        const message = objectAt(node, 'message') ?? node;
        rec.named(textAt(message, 'model'));
        rec.step('start', textAt(message, 'role') ?? '');
        this.#usage(message);
        return;
      }
      case 'content_block_start':
        this.#start(node, source);
        return;
      case 'content_block_delta':
        this.#delta(node, source);
        return;
      case 'content_block_stop': {
        const { call } = this.#blockOf(node, source);
        if (call === null) rec.step('no-content', type);
        else rec.close(call);
        return;
      }
      case 'message_delta':
        rec.finish(textAt(objectAt(node, 'delta') ?? node, 'stop_reason'));
        this.#usage(node);
        return;
      case 'message_stop':
        rec.end(type);
        return;
      case 'ping':
        rec.step('keep-alive', type);
        return;
      default:
        rec.fault('event-unknown', type);
    }
  }

  #usage(node: JsonNode): void {
    const usage = objectAt(node, 'usage');
    if (usage !== null) this.#rec.count(numberAt(usage, 'input_tokens'), numberAt(usage, 'output_tokens'));
  }

  #start(node: JsonNode, source: string): void {
    const rec = this.#rec;
    const content = objectAt(node, 'content_block') ?? node;
    const type = textAt(content, 'type') ?? '';
    const index = jsonTextOf(member(node, 'index'), source);
    const isCall = type === 'tool_use';
    const call = isCall ? rec.openCall(index) : null;
    const block = { call, isRun: RUN.test(type) };
    if (index === null) rec.fault('index-missing', type, call);
    else if (this.#blocks.has(index)) rec.fault('index-repeated', index, call);
    if (index !== null) this.#blocks.set(index, block);
    this.#last = block;
    if (call !== null) {
      rec.setId(call, textAt(content, 'id'));
      rec.addName(call, textAt(content, 'name'));
      const input = member(content, 'input');
      // An empty object only holds the place of what the deltas bring.
      if (input?.kind === 'object' && input.members.length > 0) rec.setWhole(call, jsonTextOf(input, source));
      return;
    }
    rec.step('no-content', type);
    if (type === 'text') rec.text(textAt(content, 'text') ?? '');
    if (type === 'thinking') rec.thought(textAt(content, 'thinking') ?? '');
  }

  #delta(node: JsonNode, source: string): void {
    const rec = this.#rec;
    const block = this.#blockOf(node, source);
    const delta = objectAt(node, 'delta') ?? node;
    const type = textAt(delta, 'type') ?? '';
    switch (type) {
      case 'text_delta':
        rec.text(textAt(delta, 'text') ?? '');
        return;
      case 'thinking_delta':
        rec.thought(textAt(delta, 'thinking') ?? '');
        return;
      case 'input_json_delta': {
        if (block.isRun === true) {
          rec.step('no-content', type);
          return;
        }
        // A block whose start was lost is a call without a name: better than no call.
        block.call ??= rec.openCall(jsonTextOf(member(node, 'index'), source));
        // Pieces replace what the start of the block held.
        if (block.call.pieces.length === 0) block.call.whole = null;
        rec.addArguments(block.call, textAt(delta, 'partial_json'));
        return;
      }
      default:
        rec.step('no-content', type);
    }
  }

  #blockOf(node: JsonNode, source: string): Block {
    const index = jsonTextOf(member(node, 'index'), source);
    const known = index === null ? this.#last : this.#blocks.get(index);
    if (index === null || known === undefined)
      this.#rec.fault(index === null ? 'index-missing' : 'index-unknown', index ?? '');
    const block = known ?? { call: null };
    if (index !== null) this.#blocks.set(index, block);
    this.#last = block;
    return block;
  }
}
