import { isList, PythonDict, type PythonMember, type PythonNode } from '../../../text/languages/index.ts';

/** A value that `json` read as `orjson` reads it: an integer beyond 64 bits becomes a float. */
export function orjsonNode(node: PythonNode): PythonNode {
  const { from, to, value, items, members } = node;
  if (typeof value === 'bigint') return isShort(value) ? node : { from, to, value: Number(value) };
  if (isList(value) && items !== undefined) {
    const read = items.map(orjsonNode);
    return { from, to, value: read.map((item) => item.value), items: read };
  }
  if (members === undefined) return node;
  const dict = new PythonDict();
  const read = new Map<string, PythonMember>();
  for (const [key, member] of members) {
    const inner = orjsonNode(member.node);
    dict.set(key, inner.value);
    read.set(key, { key: member.key, node: inner });
  }
  return { from, to, value: dict, members: read };
}

function isShort(value: bigint): boolean {
  return value < 0n ? BigInt.asIntN(64, value) === value : BigInt.asUintN(64, value) === value;
}
