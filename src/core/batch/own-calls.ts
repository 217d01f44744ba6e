import type { ToolDefinition } from '../tools/index.ts';
import { plainName } from './align.ts';
import type { LoggedCall } from './reply.ts';
import { fieldsOf, has, listOf } from './values.ts';

/** What can be wrong with a call that a log has, worst first. */
export const ownFaultCodes = ['markup', 'unknown-name', 'no-json', 'no-object', 'missing'] as const;
export type OwnFault = (typeof ownFaultCodes)[number];

/** One sentence for each. */
export const ownFaultWords: Readonly<Record<OwnFault, string>> = {
  markup: 'A call of the log has markup in its name.',
  'unknown-name': 'A call of the log names a tool that is not declared.',
  'no-json': 'The arguments of a call of the log are no JSON.',
  'no-object': 'The arguments of a call of the log are no object.',
  missing: 'A call of the log lacks an argument that its schema requires.',
};

/** What is wrong with the calls that a log has: each fault once, worst first. Nobody read these from text; a server wrote them. */
export function ownFaults(calls: readonly LoggedCall[] | null, tools: readonly ToolDefinition[] | null): OwnFault[] {
  const found = new Set((calls ?? []).flatMap((call) => faultOf(call, tools) ?? []));
  return ownFaultCodes.filter((code) => found.has(code));
}

function faultOf(
  { name, arguments: given, isBroken }: LoggedCall,
  tools: readonly ToolDefinition[] | null,
): OwnFault | null {
  if (/[<>|{}[\]()"'`\s]/.test(name)) return 'markup';
  const tool = tools?.find((one) => one.name === name || plainName(one.name) === plainName(name));
  if (tools !== null && tools.length > 0 && tool === undefined) return 'unknown-name';
  if (isBroken) return 'no-json';
  // A log that has names alone says nothing of arguments.
  if (given === null) return null;
  const fields = fieldsOf(given);
  if (fields === null) return 'no-object';
  return listOf(tool?.schema?.['required']).every((key) => typeof key !== 'string' || has(fields, key))
    ? null
    : 'missing';
}
