import { nodeToValue, readJson } from '../../text/json/index.ts';
import { plannedCalls } from '../kit/schedule.ts';
import type { LoopCall, LoopTurn } from '../kit/turn.ts';
import type { WireMessage } from '../kit/wire-text.ts';
import { chatcliSchedule } from './schedule.ts';
import type { LoopMessage } from './tool-results.ts';

/*
 * What ChatCLI 1.188 puts into its history for a turn (`cli/agent_mode.go`, `cli/tool_result_pairing.go`). `messages.ts`
 * writes that for the providers.
 */

/** The code of a call that never ran. */
const NOT_EXECUTED = 'not_executed';

// The original says this in sentences of its own; these are ours.
const notExecuted = '[Not run: the batch stopped before this call. Call again if it is still needed.]';
const interrupted = '[Interrupted: the run was canceled before this call was done. Call again if it is still needed.]';

/** For calls that came natively: every call gets an answer, because providers refuse a history with one missing. */
export function chatcliNativeTurn(turn: LoopTurn): LoopMessage[] {
  const { end, answeredBy } = chatcliSchedule(plannedCalls(turn));
  const closing = end === 'halted' ? interrupted : notExecuted;
  const results = turn.calls.map(({ id }, index): LoopMessage => {
    const outcome = answeredBy[index] === null ? undefined : turn.outcomes[index];
    return outcome === undefined
      ? { role: 'tool', tool_call_id: id, content: closing, is_error: true, error_code: NOT_EXECUTED }
      : { role: 'tool', tool_call_id: id, ...resultFields(outcome) };
  });
  const strays = turn.strays.map((stray): LoopMessage => ({
    role: 'tool',
    tool_call_id: stray.id,
    ...resultFields(stray),
  }));
  return [
    {
      role: 'assistant',
      content: turn.text,
      ...(turn.calls.length === 0 ? {} : { tool_calls: turn.calls.map(asCall) }),
    },
    ...results,
    ...strays,
  ];
}

/**
 * For calls that were text: one user message holds everything, up to the first error. ChatCLI puts a sentence of its
 * locale in front, which is left out here. After Ctrl+C there is no message.
 */
export function chatcliTextTurn(turn: LoopTurn): WireMessage[] {
  const { end, answeredBy } = chatcliSchedule(plannedCalls(turn));
  const reply = { role: 'assistant', content: turn.text };
  if (turn.calls.length === 0 || end === 'halted') return [reply];
  const parts = turn.calls.map(({ name }, index) => {
    const outcome = answeredBy[index] === null ? undefined : turn.outcomes[index];
    if (outcome === undefined) return '';
    const head = `--- Resultado da Ação ${String(index + 1)} (${name}) ---\n`;
    if (outcome.kind !== 'error') return `${head}${outcome.content}\n\n`;
    const stop = '\n[EXECUÇÃO EM LOTE INTERROMPIDA PREMATURAMENTE DEVIDO A ERRO NA AÇÃO ANTERIOR]\n';
    return `${head}ERRO: ${outcome.content}\nSaída parcial: \n${stop}`;
  });
  return [reply, { role: 'user', content: parts.join('') }];
}

function resultFields({ kind, content, code }: LoopTurn['outcomes'][number]): Omit<LoopMessage, 'role'> {
  return kind === 'error' ? { content, is_error: true, ...(code === '' ? {} : { error_code: code }) } : { content };
}

/** Go decodes numbers as float64, as JavaScript does. */
function asCall({ id, name, argumentsText }: LoopCall) {
  const reading = readJson(argumentsText);
  return { id, name, arguments: reading.ok ? nodeToValue(reading.node) : null };
}
