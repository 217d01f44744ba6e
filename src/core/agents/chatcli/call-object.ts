import { lastOfEachKey, marshal } from '../../text/languages/index.ts';
import type { JsonNode, JsonObjectNode } from '../../text/json/index.ts';
import type { ChatcliRejectCode } from './words.ts';
import { coderCommands } from './normalize.ts';

/** A JSON object as a call; the nodes are those of the object. */
export interface ObjectCall {
  readonly name: string;
  /** The text of a string, or any other value as `json.Marshal` writes it. */
  readonly args: string;
  readonly nameNode: JsonNode;
  /** Null when there are no arguments; the object itself where the command is part of them. */
  readonly argsNode: JsonNode | null;
  /** Why it counts as a call although it does not name one properly; null where it does. */
  readonly implied: 'implicit-coder' | 'coder-without-at' | null;
}

const CODER = '@coder';
const NAME_KEYS = ['tool_call', 'name', 'tool'];
const ARGUMENT_KEYS = ['args', 'arguments'];

/** What ChatCLI makes of an object: a call, or the reason why it is none. */
export function callOfObject(object: JsonObjectNode): ObjectCall | ChatcliRejectCode {
  const members = lastOfEachKey(object.members);
  if (isData(members)) return 'looks-like-data';
  const nameNode = NAME_KEYS.map((key) => members.get(key)).find((node) => node?.kind === 'string');
  const name = nameNode?.kind === 'string' ? nameNode.value : '';
  const argsNode = ARGUMENT_KEYS.map((key) => members.get(key)).find((node) => node !== undefined) ?? null;
  const args = argsNode === null ? '' : textOf(argsNode);
  if (nameNode !== undefined && name.startsWith('@')) return { name, args, nameNode, argsNode, implied: null };

  const command = members.get('cmd');
  if (command?.kind === 'string' && coderCommands.has(command.value)) {
    const given = members.get('args');
    if (command.value === 'search' && given?.kind === 'object' && lastOfEachKey(given.members).has('query'))
      return 'search-with-query';
    const wrapped = given === undefined ? '' : `"args":${marshal(given)},`;
    const text = `{${wrapped}"cmd":${marshal(command)}}`;
    return { name: CODER, args: text, nameNode: command, argsNode: object, implied: 'implicit-coder' };
  }
  if (nameNode !== undefined && name === 'coder')
    return { name: CODER, args, nameNode, argsNode, implied: 'coder-without-at' };
  return name === '' ? 'no-call-keys' : 'name-without-at';
}

/** Search results and API errors carry names too. */
function isData(members: ReadonlyMap<string, JsonNode>): boolean {
  return (
    members.has('url') ||
    (members.has('title') && members.has('snippet')) ||
    (members.has('type') && members.has('error'))
  );
}

function textOf(node: JsonNode): string {
  return node.kind === 'string' ? node.value : marshal(node);
}
