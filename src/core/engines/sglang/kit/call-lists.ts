import { type PythonValue, readPythonJson } from '../../../text/languages/index.ts';
import type { MessageCall } from '../../kit/index.ts';
import type { DetectedCall } from '../detector.ts';

/** What a stream keeps of its calls, by their index. */
interface CallLists {
  readonly previous: { arguments?: PythonValue }[];
  readonly streamed: string[];
}

/** Makes room for a call, as the detectors do before they send its name. */
export function makeRoom({ previous, streamed }: CallLists, index: number): void {
  while (previous.length <= index) previous.push({});
  while (streamed.length <= index) streamed.push('');
}

/** A call that is sent at once. */
export function sendWhole(
  { previous, streamed }: CallLists,
  index: number,
  { name, argumentsText }: DetectedCall,
): MessageCall {
  const reading = readPythonJson(argumentsText);
  previous[index] = reading.ok ? { arguments: reading.node.value } : {};
  streamed[index] = argumentsText;
  return { index, name, argumentsText };
}

/** The calls of a block that is read as a whole; nothing is kept of them. */
export function messageCalls(calls: readonly DetectedCall[]): MessageCall[] {
  return calls.map(({ toolIndex, name, argumentsText }) => ({ index: toolIndex, name, argumentsText }));
}
