import { counted } from '../../text/document/index.ts';
import { addBytes } from '../logprobs.ts';
import { argumentsOf, type AssemblyRecorder, type OpenCall } from '../assembly-recorder.ts';
import { itemsAt, jsonTextOf, numberAt, objectAt, textAt, type WireMessage } from '../wire-json.ts';
import { type JsonNode, member } from '../../text/json/index.ts';
import type { Family, FamilyReader } from './family.ts';

/**
 * The Responses API of OpenAI: `response.*` events; calls are output items, known by `output_index` and `item_id`, and
 * `done` events repeat what the deltas added up to (OpenAI API reference, "Streaming events").
 */
export const openAiResponses: Family = {
  id: 'openai-responses',
  recognises: ({ node }) => textAt(node, 'type')?.startsWith('response.') === true,
  open: (recorder) => new OpenAiResponsesReader(recorder),
  finish: { cut: ['max_output_tokens'], calls: [], plain: [] },
  endMarker: 'response.completed',
  noArguments: null,
  callText: ({ id, itemId, name }, argumentsText) =>
    JSON.stringify({
      type: 'function_call',
      ...(itemId === null ? {} : { id: itemId }),
      ...(id === null ? {} : { call_id: id }),
      name,
      arguments: argumentsText,
    }),
};

class OpenAiResponsesReader implements FamilyReader {
  readonly #rec: AssemblyRecorder;
  /** Calls by output index, as JSON text. */
  readonly #byIndex = new Map<string, OpenCall>();
  readonly #byItem = new Map<string, OpenCall>();
  /** The text of the part that is streaming, to be compared with its `done`. */
  #part: string[] = [];
  /** How many bytes of log probabilities there were when the item that is streaming began. */
  #bytesBefore = 0;

  constructor(recorder: AssemblyRecorder) {
    this.#rec = recorder;
  }

  take({ node, source }: WireMessage): void {
    const rec = this.#rec;
    const type = textAt(node, 'type') ?? '';
    const delta = textAt(node, 'delta') ?? '';
    switch (type) {
      case 'response.created':
        rec.named(textAt(objectAt(node, 'response') ?? node, 'model'));
        rec.step('start', textAt(objectAt(node, 'response') ?? node, 'id') ?? '');
        return;
      case 'response.output_text.delta':
        this.#part.push(delta);
        rec.text(delta);
        addBytes(node, 'logprobs', rec.bytes);
        return;
      case 'response.output_text.done':
        this.#textDone(textAt(node, 'text'));
        return;
      case 'response.reasoning_text.delta':
      case 'response.reasoning_summary_text.delta':
        rec.thought(delta);
        return;
      case 'response.refusal.delta':
        rec.step('refusal', delta);
        return;
      case 'response.output_item.added':
        this.#added(node, source);
        return;
      case 'response.function_call_arguments.delta':
        rec.addArguments(this.#callOf(node, source), delta);
        return;
      case 'response.function_call_arguments.done':
        this.#argumentsDone(this.#callOf(node, source), textAt(node, 'arguments'));
        return;
      case 'response.output_item.done':
        this.#itemDone(node, source);
        return;
      case 'response.completed':
      case 'response.incomplete':
      case 'response.failed':
        this.#finished(node, type);
        return;
      default:
        if (type.startsWith('response.')) rec.step('no-content', type);
        else rec.fault('event-unknown', type);
    }
  }

  #added(node: JsonNode, source: string): void {
    const item = objectAt(node, 'item') ?? node;
    const type = textAt(item, 'type') ?? '';
    this.#bytesBefore = this.#rec.bytes.length;
    if (type === 'function_call') this.#open(node, item, source);
    else this.#rec.step('no-content', type);
  }

  #open(node: JsonNode, item: JsonNode, source: string): OpenCall {
    const rec = this.#rec;
    const index = jsonTextOf(member(node, 'output_index'), source);
    const itemId = textAt(item, 'id') ?? textAt(node, 'item_id');
    const call = rec.openCall(index, { itemId });
    if (index === null) rec.fault('index-missing', '', call);
    else if (this.#byIndex.has(index)) rec.fault('index-repeated', index, call);
    if (index !== null) this.#byIndex.set(index, call);
    if (itemId !== null) this.#byItem.set(itemId, call);
    rec.setId(call, textAt(item, 'call_id'));
    rec.addName(call, textAt(item, 'name'));
    rec.addArguments(call, textAt(item, 'arguments'));
    return call;
  }

  /** The item id is the firmer hold: indexes are what proxies get wrong. */
  #callOf(node: JsonNode, source: string): OpenCall {
    const index = jsonTextOf(member(node, 'output_index'), source);
    const byItem = this.#byItem.get(textAt(node, 'item_id') ?? '');
    const byIndex = index === null ? undefined : this.#byIndex.get(index);
    const call = byItem ?? byIndex ?? this.#rec.calls.at(-1);
    if (call === undefined) return this.#open(node, node, source);
    if (index === null) this.#rec.fault('index-missing', '', call);
    else if (byIndex !== call) this.#rec.fault('index-unknown', index, call);
    return call;
  }

  #textDone(text: string | null): void {
    const streamed = this.#part.join('');
    this.#part = [];
    if (text === null || text === streamed) {
      this.#rec.step('no-content', 'response.output_text.done');
      return;
    }
    // What was streamed was shown already; only what is missing at its end can still be added.
    if (text.startsWith(streamed)) this.#rec.text(text.slice(streamed.length));
    this.#rec.fault('done-differs', text);
  }

  #argumentsDone(call: OpenCall, text: string | null): void {
    if (text !== null && call.pieces.length > 0 && text !== argumentsOf(call))
      this.#rec.fault('done-differs', text, call);
    if (text !== null) call.whole = text;
    this.#rec.close(call);
  }

  #itemDone(node: JsonNode, source: string): void {
    const item = objectAt(node, 'item') ?? node;
    const type = textAt(item, 'type') ?? '';
    if (type !== 'function_call') {
      // The deltas have probabilities, but not always bytes; the whole item has.
      if (this.#rec.bytes.length === this.#bytesBefore) {
        for (const part of itemsAt(item, 'content')) addBytes(part, 'logprobs', this.#rec.bytes);
      }
      this.#rec.step('no-content', type);
      return;
    }
    const known =
      this.#byItem.get(textAt(item, 'id') ?? '') ??
      this.#byIndex.get(jsonTextOf(member(node, 'output_index'), source) ?? '');
    this.#argumentsDone(known ?? this.#open(node, item, source), textAt(item, 'arguments'));
  }

  #finished(node: JsonNode, type: string): void {
    const rec = this.#rec;
    const response = objectAt(node, 'response') ?? node;
    const usage = objectAt(response, 'usage');
    if (usage !== null) rec.count(numberAt(usage, 'input_tokens'), numberAt(usage, 'output_tokens'));
    const details = objectAt(response, 'incomplete_details');
    rec.finish((details && textAt(details, 'reason')) ?? textAt(response, 'status') ?? type.slice('response.'.length));
    const error = objectAt(response, 'error');
    if (error !== null) rec.error(textAt(error, 'message') ?? '', textAt(error, 'code'));
    const calls = itemsAt(response, 'output').filter((item) => textAt(item, 'type') === 'function_call');
    if (calls.length > rec.calls.length) rec.fault('done-differs', counted(calls.length, 'call'));
    rec.end(type);
  }
}
