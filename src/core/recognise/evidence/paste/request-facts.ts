import { type ToolDefinition, toolDefinitions } from '../../../tools/index.ts';
import {
  at,
  firstAt,
  isObject,
  itemsOf,
  saidIn,
  slice,
  stringAt,
  stringOf,
  toolsBeside,
  type Value,
} from '../../index.ts';
import type { Said } from '../evidence.ts';

/** What a request in the paste says. */
export interface RequestFacts {
  readonly body: Value;
  readonly model: Said | null;
  /** The conversation, as it is written. */
  readonly messages: string | undefined;
  /** Empty where it declares none, or none that can be read. */
  readonly tools: readonly ToolDefinition[];
  readonly isDeclared: boolean;
  /** It forbids calls: `tool_choice` is `none`. */
  readonly forbids: boolean;
  /** It demands one: `tool_choice` is `required` or `any`, or names a tool. */
  readonly demands: boolean;
  /** The tool that `tool_choice` names; null for none. */
  readonly chosen: string | null;
  /** The most tokens that the reply may have; null where it does not say. */
  readonly limit: number | null;
  /** It asks for JSON in place of text. */
  readonly wantsJson: boolean;
}

export function factsOf(body: Value): RequestFacts {
  const declared = toolsBeside(body);
  const choice = at(body, 'tool_choice') ?? at(body, 'toolChoice');
  const messages = at(body, 'messages');
  const chosen = stringOf(choice) ?? stringAt(choice, 'type') ?? '';
  return {
    body,
    model: saidIn(at(body, 'model') ?? at(body, 'modelId')),
    messages: messages === null ? undefined : slice(messages),
    tools: declared === null ? [] : toolDefinitions(declared.text),
    isDeclared:
      declared !== null ||
      hasUnderOwnName(body, 'tools') ||
      itemsOf(at(body, 'tools') ?? at(body, 'functions')).length > 0,
    forbids: chosen === 'none',
    chosen: /^(?:function|tool)$/.test(chosen)
      ? (stringAt(at(choice, 'function'), 'name') ?? stringAt(choice, 'name'))
      : null,
    demands: /^(?:required|any|function|tool)$/.test(chosen),
    limit: limitOf(body),
    wantsJson: asksForJson(body),
  };
}

/** `{ model, tools }` of JavaScript: what is in the variable of that name is not in the paste. */
function hasUnderOwnName({ node }: Value, name: string): boolean {
  return (
    node.kind === 'object' &&
    node.members.some(({ key, value }) => /^\d+$/.test(key.value) && value.kind === 'string' && value.value === name)
  );
}

/** How requests name the most tokens that a reply may have. */
const LIMITS = [
  'max_tokens',
  'max_completion_tokens',
  'max_output_tokens',
  'num_predict',
  'n_predict',
  'maxOutputTokens',
];

function limitOf(body: Value): number | null {
  const given = [body, at(body, 'options'), at(body, 'generationConfig')].flatMap((one) => firstAt(one, LIMITS) ?? []);
  const node = given[0]?.node;
  return node?.kind === 'number' ? Number(node.literal) : null;
}

/** Ollama's `format`, and what other servers have of it. */
function asksForJson(body: Value): boolean {
  const format = at(body, 'format');
  const kind = stringAt(at(body, 'response_format'), 'type') ?? '';
  return stringOf(format) === 'json' || isObject(format) || /^json_(?:object|schema)$/.test(kind);
}
