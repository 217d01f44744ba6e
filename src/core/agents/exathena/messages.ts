import { readJson } from '../../text/json/index.ts';
import { jasonText } from '../../text/languages/index.ts';
import { plannedCalls } from '../kit/schedule.ts';
import type { LoopCall, LoopTurn } from '../kit/turn.ts';
import { JsonText, type WireMessage } from '../kit/wire-text.ts';
import { exathenaSchedule } from './schedule.ts';

/*
 * What ExAthena sends back for a turn. Its own history has one message of the role `tool` per result, whatever the provider
 * (`ExAthena.Messages`), also where the calls were fences in the text: there is no text form of a result. `~~~tool_result`
 * blocks are what models make up themselves, and its fence filter hides them. The wire formats are those of req_llm.
 */

/**
 * For endpoints in the OpenAI shape. The flag of an error has no field there and no mark takes its place: only the text
 * begins with `error: `.
 */
export function exathenaOpenAiTurn(turn: LoopTurn): WireMessage[] {
  const { text, calls } = turn;
  const toolCalls = calls.map(({ id, name, argumentsText }) => ({
    id,
    type: 'function',
    function: { name, arguments: jason(argumentsText) },
  }));
  return [
    { role: 'assistant', content: text, ...(calls.length === 0 ? {} : { tool_calls: toolCalls }) },
    ...resultsOf(turn).map(({ id, content }) => ({ role: 'tool', tool_call_id: id, content })),
  ];
}

/** For Anthropic's endpoint: neighbouring results share one user message. */
export function exathenaAnthropicTurn(turn: LoopTurn): WireMessage[] {
  const { text, calls } = turn;
  const said = text === '' ? [] : [{ type: 'text', text }];
  const uses = calls.map(({ id, name, argumentsText }) => ({
    type: 'tool_use',
    id,
    name,
    input: new JsonText(jason(argumentsText)),
  }));
  const results = resultsOf(turn).map(({ id, content, isError }) => ({
    type: 'tool_result',
    tool_use_id: id,
    content,
    ...(isError ? { is_error: true } : {}),
  }));
  return [
    { role: 'assistant', content: calls.length === 0 ? text : [...said, ...uses] },
    ...(results.length === 0 ? [] : [{ role: 'user', content: results }]),
  ];
}

interface ExathenaResult {
  readonly id: string;
  readonly content: string;
  readonly isError: boolean;
}

/** In the order of the calls; none after a halt. Codes are unknown to ExAthena and go nowhere. */
function resultsOf(turn: LoopTurn): ExathenaResult[] {
  return exathenaSchedule(plannedCalls(turn)).answeredBy.flatMap((by) => {
    const call = by === null ? undefined : turn.calls[by];
    const outcome = by === null ? undefined : turn.outcomes[by];
    if (call === undefined || outcome === undefined) return [];
    const isError = outcome.kind === 'error';
    const isUnknown = call.fault === 'undeclared' && turn.isPresumed[by ?? -1] === true;
    const content = isError && !isUnknown ? `error: ${outcome.content}` : outcome.content;
    return [{ id: call.id, content, isError }];
  });
}

/** Arguments as Jason writes the map they were read into: digits as they were, keys in order; `{}` for none. */
function jason(argumentsText: LoopCall['argumentsText']): string {
  const reading = readJson(argumentsText);
  if (!reading.ok) return argumentsText;
  return reading.node.kind === 'null' ? '{}' : jasonText(reading.node);
}
