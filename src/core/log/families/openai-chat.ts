import type { AssemblyRecorder, OpenCall } from '../assembly-recorder.ts';
import { addBytes } from '../logprobs.ts';
import { itemsAt, jsonTextOf, numberAt, objectAt, textAt, textOf, type WireMessage } from '../wire-json.ts';
import { type JsonNode, member } from '../../text/json/index.ts';
import type { Family, FamilyReader } from './family.ts';

/**
 * OpenAI chat completions, and the many servers that speak like them: `choices[0].delta` with `content` and
 * `tool_calls`, whose pieces are joined by `index` (OpenAI API reference, "chat.completion.chunk"). Reasoning is
 * under `reasoning_content` (DeepSeek, vLLM) or `reasoning` (OpenRouter, newer vLLM); Mistral sends content as parts.
 */
export const openAiChat: Family = {
  id: 'openai-chat',
  recognises: ({ node }) => member(node, 'choices')?.kind === 'array',
  open: (recorder) => new OpenAiChatReader(recorder),
  finish: { cut: ['length'], calls: ['tool_calls', 'function_call'], plain: ['stop'] },
  endMarker: 'data: [DONE]',
  noArguments: null,
  callText: ({ id, name }, argumentsText) =>
    JSON.stringify({ ...(id === null ? {} : { id }), type: 'function', function: { name, arguments: argumentsText } }),
};

class OpenAiChatReader implements FamilyReader {
  readonly #rec: AssemblyRecorder;
  readonly #byIndex = new Map<string, OpenCall>();
  readonly #byId = new Map<string, OpenCall>();
  /** The one call of `function_call`, which `tool_calls` replaced in 2023. */
  #legacy: OpenCall | null = null;
  #started = false;

  constructor(recorder: AssemblyRecorder) {
    this.#rec = recorder;
  }

  take({ node, source }: WireMessage): void {
    const rec = this.#rec;
    const before = rec.steps.length;
    rec.named(textAt(node, 'model'));
    for (const choice of itemsAt(node, 'choices')) this.#choice(choice, source);
    const usage = objectAt(node, 'usage');
    if (usage !== null) rec.count(numberAt(usage, 'prompt_tokens'), numberAt(usage, 'completion_tokens'));
    if (rec.steps.length === before) rec.step('no-content', textAt(node, 'object') ?? '');
  }

  #choice(choice: JsonNode, source: string): void {
    const rec = this.#rec;
    if ((numberAt(choice, 'index') ?? 0) !== 0) {
      rec.fault('other-choice', jsonTextOf(member(choice, 'index'), source) ?? '');
      return;
    }
    const message = objectAt(choice, 'message');
    const delta = objectAt(choice, 'delta') ?? message ?? choice;
    const role = textAt(delta, 'role');
    if (role !== null && !this.#started) rec.step('start', role);
    this.#started = true;
    rec.thought(textAt(delta, 'reasoning_content') ?? textAt(delta, 'reasoning') ?? textAt(delta, 'thinking') ?? '');
    this.#content(delta);
    const refusal = textAt(delta, 'refusal');
    if (refusal !== null && refusal !== '') rec.step('refusal', refusal);
    if (delta === message) for (const call of itemsAt(message, 'tool_calls')) this.#wholeCall(call, source);
    else this.#pieces(delta, source);
    const logprobs = objectAt(choice, 'logprobs');
    if (logprobs !== null) addBytes(logprobs, 'content', rec.bytes);
    rec.finish(textAt(choice, 'finish_reason'));
  }

  #content(delta: JsonNode): void {
    const content = textAt(delta, 'content') ?? textAt(delta, 'text');
    if (content !== null) this.#rec.text(content);
    for (const part of itemsAt(delta, 'content')) {
      const text = textAt(part, 'text');
      if (text !== null) this.#rec.text(text);
      for (const thought of itemsAt(part, 'thinking')) this.#rec.thought(textAt(thought, 'text') ?? '');
    }
  }

  /** In a message that came as a whole, calls have no index and need none. */
  #wholeCall(given: JsonNode, source: string): void {
    const call = this.#rec.openCall(null);
    this.#rec.setId(call, textAt(given, 'id'));
    this.#fill(call, objectAt(given, 'function') ?? given, source);
    this.#rec.close(call);
  }

  #pieces(delta: JsonNode, source: string): void {
    const inThisDelta = new Set<string>();
    // TGI 2 sends the one call itself where a list of calls belongs.
    const alone = objectAt(delta, 'tool_calls');
    for (const piece of alone === null ? itemsAt(delta, 'tool_calls') : [alone]) {
      const index = jsonTextOf(member(piece, 'index'), source);
      if (index !== null) {
        if (inThisDelta.has(index)) this.#rec.fault('index-twice', index);
        inThisDelta.add(index);
      }
      this.#piece(piece, index, source);
    }
    const legacy = objectAt(delta, 'function_call');
    if (legacy === null) return;
    this.#legacy ??= this.#rec.openCall(null, { hasId: false });
    this.#fill(this.#legacy, legacy, source);
  }

  #piece(piece: JsonNode, index: string | null, source: string): void {
    const fun = objectAt(piece, 'function') ?? piece;
    const id = textAt(piece, 'id');
    const name = textAt(fun, 'name');
    const call = index === null ? this.#withoutIndex(id, name) : this.#withIndex(index, id, name);
    if (id !== null && id !== '') this.#byId.set(id, call);
    // The first one is the id of the call: clients answer by it.
    if (call.id === null) this.#rec.setId(call, id);
    this.#fill(call, fun, source);
  }

  #withIndex(index: string, id: string | null, name: string | null): OpenCall {
    const key = index.startsWith('"') ? index.slice(1, -1) : index;
    const known = this.#byIndex.get(key);
    if (known === undefined) {
      const call = this.#open(key, index);
      if (key !== index) this.#rec.fault('index-not-a-number', index, call);
      return call;
    }
    if (known.index !== index) this.#rec.fault('index-not-a-number', index, known);
    const isNamed = name !== null && name !== '';
    const hasOtherId = id !== null && id !== '' && known.id !== null && id !== known.id;
    if (hasOtherId && !isNamed && known.name !== '') {
      // Servers that make up an id for every piece: a new call has a name.
      this.#rec.fault('id-changes', id, known);
      return known;
    }
    const isSame = id !== null && id !== '' && known.id === id;
    // A name does not come after the arguments of its call.
    const isOther = hasOtherId || (!isSame && isNamed && known.pieces.length > 0 && name !== known.name);
    if (!isOther) return known;
    const call = this.#open(key, index);
    this.#rec.fault('index-repeated', index, call);
    return call;
  }

  /** The id tells what a piece belongs to; without one, a name begins a call and anything else goes to the last one. */
  #withoutIndex(id: string | null, name: string | null): OpenCall {
    const rec = this.#rec;
    const last = rec.calls.at(-1);
    const known = id === null || id === '' ? undefined : this.#byId.get(id);
    const begins = (id !== null && id !== '') || (name !== null && name !== '') || last === undefined;
    const call = known ?? (begins ? rec.openCall(null) : last);
    rec.fault(known === undefined && !begins ? 'id-only-first' : 'index-missing', '', call);
    return call;
  }

  #open(key: string, index: string | null): OpenCall {
    const call = this.#rec.openCall(index);
    this.#byIndex.set(key, call);
    return call;
  }

  #fill(call: OpenCall, fun: JsonNode, source: string): void {
    this.#rec.addName(call, textAt(fun, 'name'));
    const given = member(fun, 'arguments');
    this.#rec.addArguments(call, textOf(given) ?? jsonTextOf(given, source));
  }
}
