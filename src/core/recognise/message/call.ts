import { rawTexts } from '../logs/raw-text.ts';
import { at, firstAt, isObject, placeOf, slice, type Source, stringAt, stringOf } from '../sources.ts';
import type { MessageCall } from './message.ts';

/** What is told of a call around it. */
interface Around extends Partial<Pick<MessageCall, 'part' | 'isRefused'>> {
  readonly id?: string | null;
  readonly name?: string | null;
  readonly input?: Source | null;
  readonly inputText?: string | null;
  /** It is one of a list of calls. */
  readonly isListed?: boolean;
}

const NAMES = ['toolName', 'tool_name', 'tool', 'function', 'function_name'];
/** A part may have an id of its own as well. */
const IDS = ['call_id', 'toolCallId', 'toolUseId', 'callID', 'tool_call_id', 'id'];
const ARGUMENTS = ['arguments', 'args', 'input', 'parameters', 'rawInput', 'parsedArgs', 'tool_kwargs', 'action'];
const PIECES = ['input_json', 'partial_json'];
/** The kinds of parts that runtimes read. */
const READ = /^(?:(?:server_)?tool_use|(?:function|custom_tool)_call)$/;

/** A call in any of the shapes of providers and clients. */
export function callOf(call: Source, around: Around = {}): MessageCall {
  const inner = at(call, 'function');
  const fun = isObject(inner) ? inner : call;
  const arg = firstAt(fun, ARGUMENTS);
  // Pydantic AI had a class for each way in which arguments come.
  const own = firstAt(arg, ['args_json', 'args_dict']) ?? arg;
  const given = around.input ?? own;
  // Gateways and LangChain keep the pieces of a stream as they came, beside an input that they never made of them.
  const pieces = given !== null && slice(given) === '{}' ? firstString(call, PIECES) : null;
  const text = around.inputText ?? pieces ?? stringOf(given);
  const type = stringAt(call, 'type');
  const ownName = stringAt(fun, 'name');
  const name = around.name ?? ownName ?? firstString(call, NAMES) ?? (type === null ? '' : toolOf(type));
  const id = firstString(call, IDS) ?? around.id ?? null;
  const input = given === null ? '' : slice(given);
  const isFlat = ownName !== null && (given === null || at(call, 'arguments') !== null);
  const isRead = READ.test(type ?? '') || isObject(inner) || (around.isListed === true && (name === '' || isFlat));
  return {
    id,
    name,
    argumentsText: text ?? input,
    type,
    span: placeOf(own ?? call),
    body: call,
    part: around.part ?? call,
    isRefused: around.isRefused ?? false,
    json: isRead && pieces === null ? slice(call) : jsonOf(name, id ?? 'call_1', input, text),
  };
}

/** A call in the shape of Anthropic, or in that of OpenAI where its arguments are a text. */
function jsonOf(name: string, id: string, input: string, text: string | null): string {
  return text === null
    ? `{"type":"tool_use","id":${JSON.stringify(id)},"name":${JSON.stringify(name)},"input":${input === '' ? '{}' : input}}`
    : JSON.stringify({ type: 'function', id, function: { name, arguments: text } });
}

/** The AI SDK has the name in the type of a part. */
function toolOf(type: string): string {
  if (type === 'local_shell_call') return 'local_shell';
  return /^tool-(?!call|invocation)(.{1,128})$/.exec(type)?.[1] ?? '';
}

function firstString(source: Source, keys: readonly string[]): string | null {
  return keys.map((key) => stringAt(source, key)).find((one) => one !== null) ?? null;
}

/** A part with its call in it: LibreChat has it under `tool_call`, goose under `toolCall.value`, OpenCode in `state`, others under its kind. */
export function callIn(part: Source): MessageCall {
  const type = stringAt(part, 'type') ?? '';
  const under = READ.test(type) ? at(part, type) : null;
  const inner = at(part, 'tool_call') ?? at(part, 'toolCall') ?? (isObject(under) ? under : null);
  const body = firstAt(inner, ['value', 'Ok']) ?? inner ?? part;
  const state = at(part, 'state');
  const input = at(state, 'input');
  const around = isObject(state) && stringAt(part, 'tool') === 'invalid' ? unreadIn(input) : { input };
  return callOf(body, { id: stringAt(part, 'id'), part, ...around });
}

/**
 * A call that OpenCode could not take is filed as the tool `invalid`, with the name that the model wrote, and with its arguments
 * only where they were no JSON.
 */
function unreadIn(input: Source | null): Around {
  const [wrote] = rawTexts(stringAt(input, 'error') ?? '', { isMessage: true });
  return { name: stringAt(input, 'tool'), inputText: wrote?.text ?? null };
}
