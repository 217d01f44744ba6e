import { engineAmong } from '../engine-among.ts';
import { isOfClients, type Turn, type Writer } from '../evidence.ts';
import { finishKind } from '../paste/finish.ts';
import type { Answer } from '../paste/answer.ts';
import type { TextReading } from '../calls/text-reading.ts';
import { cutInText, cutReason, isBrokenOff, limitReason } from './cut-reasons.ts';
import type { Around, Reason } from './reason.ts';
import { foreignTo, offReasons, withoutParser } from './stayed-text.ts';

/** Why the client has a text in place of the call that is in it. */
export function ofText(turn: Turn, reading: TextReading, around: Around, answer: Answer | null): readonly Reason[] {
  const isLimit = finishKind(turn.finish?.text ?? null) === 'cut' || isBrokenOff(answer);
  const fault = reading.fault?.says;
  if (reading.state === 'sound' && reading.fault !== null)
    return [{ cause: 'unknown-tool', says: reading.fault.says, fix: reading.fault.fix }];
  if (reading.state === 'drafted')
    return [{ cause: 'in-reasoning', says: 'The call is in a block of reasoning inside of the text.' }];
  const off = stayedText(turn, reading, around, answer);
  if (reading.state === 'cut') {
    // A stream that gave the beginning of the call as text would have given all of it so.
    if (answer?.kind === 'stream' && isLimit && turn.finish === null && off.length > 0)
      return [...off, cutReason(turn, answer)];
    const cut = isLimit ? cutReason(turn, answer) : cutInText(reading);
    const damage: Reason = { cause: 'damaged', says: fault ?? 'The call has no end.' };
    const full = isLimit ? null : limitReason(around, answer);
    if (full !== null) return [full, damage];
    // The model ended it, and no limit.
    if (!isLimit && finishKind(turn.finish?.text ?? null) === 'plain')
      return [damage, { ...cut, says: 'Or a stop sequence cut it off.' }];
    return isLimit ? [cut, damage] : [cut, { ...damage, says: 'Or the model itself stopped there.' }];
  }
  if (reading.state === 'damaged') {
    const damage: Reason = { cause: 'damaged', says: fault ?? 'The text of the call is broken.' };
    // Whole, the call would be as foreign to the parser that the paste names.
    const isForeign = around.parser !== null && off[0]?.cause === 'other-format';
    const first = isForeign
      ? off[0]
      : off.find(({ cause }) => cause === 'no-tools' && (around.sendsTools !== null || around.readsEdits));
    return first === undefined ? [damage, ...(isLimit ? [cutReason(turn, answer)] : [])] : [first, damage];
  }
  return isLimit ? [...off, cutReason(turn, answer)] : off;
}

/** Why no server made a call of the text, where nothing is wrong with the call. */
function stayedText(turn: Turn, reading: TextReading, around: Around, answer: Answer | null): readonly Reason[] {
  const finish = turn.finish?.text ?? '';
  const isOfClient = isOfClients(reading.format) && around.request === null;
  const isRead = reading.format === 'react' && around.writer !== null && READS_STEPS.has(around.writer);
  if (isRead || isOfClient) return [];
  if (around.textTools !== null) return textProtocol(reading);
  if (reading.isBare && around.request?.wantsJson === true) return [WANTS_JSON];
  if (finishKind(finish) === 'calls') return unread(finish, reading, around, answer);
  return offReasons(reading, around, turn.text?.text ?? '', answer?.kind === 'stream');
}

const WANTS_JSON: Reason = {
  cause: 'other-format',
  says: 'The request asks for JSON (`format`), so the model cannot write the markers around its call.',
  fix: 'Leave `format` out of requests with tools, and ask for no JSON in the prompt.',
};

/** Clients that look for the steps of ReAct in the text. Source: langchain agents/mrkl, crewai agents/parser.py, llama_index ReActAgent */
const READS_STEPS: ReadonlySet<Writer> = new Set<Writer>(['langchain', 'crewai', 'llamaindex']);

/** The server saw a call: its parser is on, and could not read what is there. */
function unread(finish: string, reading: TextReading, around: Around, answer: Answer | null): readonly Reason[] {
  const { parser, named, isStartedWithoutParser } = around;
  if (isStartedWithoutParser) return [withoutParser];
  if (parser === null && reading.isBare && endsForced(around, answer))
    return [{ cause: 'parser-off', says: `${FORCED}: its tool parser is off, or reads another format.` }];
  const says = endsForced(around, answer)
    ? `${FORCED}: its parser did not take this text.`
    : `The finish reason \`${finish}\` speaks of a call: the parser of the server saw it, and could not read it.`;
  const foreign = parser === null ? null : foreignTo(reading, engineAmong(named), parser, null);
  return [...(foreign === null ? [] : [foreign]), { cause: 'lost', says }];
}

export const FORCED = 'vLLM ends every answer to `tool_choice: required` with `tool_calls`';

/** Whether the finish reason says nothing of a call. Source: vllm#53255: the whole answer has it also where nothing was parsed */
export function endsForced({ named }: Around, answer: Answer | null): boolean {
  return answer?.kind === 'response' && engineAmong(named) === 'vllm';
}

/** Cline and Roo Code read a tag per tool in the text. */
function textProtocol({ format }: TextReading): readonly Reason[] {
  return isOfClients(format) || format === null
    ? []
    : [{ cause: 'other-format', says: 'The client reads a tag per tool, and the text is in another format.' }];
}
