import { readJson } from '../../text/json/index.ts';
import type { OpenCall } from '../assembly-recorder.ts';

/** A native call in the shape of Anthropic, for providers whose own shape no runtime reads. */
export function toolUseText({ id, name, number }: OpenCall, argumentsText: string): string {
  // A cut input is no JSON value: it stays the text that came.
  const input = readJson(argumentsText).ok ? argumentsText : JSON.stringify(argumentsText);
  return `{"type":"tool_use","id":${JSON.stringify(id ?? `call_${number + 1}`)},"name":${JSON.stringify(name)},"input":${input}}`;
}
