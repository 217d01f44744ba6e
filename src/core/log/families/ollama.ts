import type { AssemblyRecorder } from '../assembly-recorder.ts';
import { itemsAt, jsonTextOf, numberAt, objectAt, textAt, textOf, type WireMessage } from '../wire-json.ts';
import { type JsonNode, member, readJson } from '../../text/json/index.ts';
import type { Family, FamilyReader } from './family.ts';

/**
 * Ollama's `/api/chat` and `/api/generate`: one JSON object per line. Calls come whole, with arguments as an object and
 * mostly without an id; `done_reason` is `stop` with calls as well (Ollama docs, "API").
 */
export const ollama: Family = {
  id: 'ollama',
  recognises: ({ node }) =>
    member(node, 'done') !== undefined &&
    (objectAt(node, 'message') !== null || textAt(node, 'response') !== null || textAt(node, 'created_at') !== null),
  open: (recorder) => new OllamaReader(recorder),
  finish: { cut: ['length'], calls: [], plain: [] },
  endMarker: '"done":true',
  noArguments: '{}',
  callText: ({ id, name }, argumentsText) => {
    const value = readJson(argumentsText).ok ? argumentsText : JSON.stringify(argumentsText);
    const idText = id === null ? '' : `"id":${JSON.stringify(id)},`;
    return `{${idText}"function":{"name":${JSON.stringify(name)},"arguments":${value}}}`;
  },
};

class OllamaReader implements FamilyReader {
  readonly #rec: AssemblyRecorder;
  #started = false;

  constructor(recorder: AssemblyRecorder) {
    this.#rec = recorder;
  }

  take({ node, source }: WireMessage): void {
    const rec = this.#rec;
    const before = rec.steps.length;
    rec.named(textAt(node, 'model'));
    const message = objectAt(node, 'message') ?? node;
    if (!this.#started) rec.step('start', textAt(message, 'role') ?? '');
    this.#started = true;
    rec.thought(textAt(message, 'thinking') ?? '');
    const text = textAt(message, 'content') ?? textAt(node, 'response');
    if (text !== null) rec.text(text);
    for (const call of itemsAt(message, 'tool_calls')) this.#call(call, source);
    if (member(node, 'done')?.kind === 'true') {
      rec.finish(textAt(node, 'done_reason'));
      rec.count(numberAt(node, 'prompt_eval_count'), numberAt(node, 'eval_count'));
      rec.end('done');
    }
    if (rec.steps.length === before) rec.step('no-content');
  }

  #call(given: JsonNode, source: string): void {
    const fun = objectAt(given, 'function') ?? given;
    const call = this.#rec.openCall(jsonTextOf(member(fun, 'index'), source), { hasId: false });
    this.#rec.setId(call, textAt(given, 'id'));
    this.#rec.addName(call, textAt(fun, 'name'));
    const value = member(fun, 'arguments');
    this.#rec.setWhole(call, textOf(value) ?? jsonTextOf(value, source));
    this.#rec.close(call);
  }
}
