import { alignKeys, inOrder } from '../../text/document/index.ts';
import { nodeToText, readJson } from '../../text/json/index.ts';
import { meaning, type ToolCall } from '../../trace/index.ts';

/** A call that was meant, and what came of it; null where one of both has no partner. */
export type Departure =
  | { readonly meant: ToolCall; readonly given: ToolCall }
  | { readonly meant: ToolCall; readonly given: null }
  | { readonly meant: null; readonly given: ToolCall };

/** Where the calls that a runtime returns are others than were meant, in the order of the calls. */
export function departuresOf(meant: readonly ToolCall[], given: readonly ToolCall[]): Departure[] {
  return pairsOf(meant, given).filter(
    (pair): pair is Departure => pair.meant === null || pair.given === null || keyOf(pair.meant) !== keyOf(pair.given),
  );
}

/** How near the calls that a runtime returns are to those that were meant; more is nearer. */
export function nearness(meant: readonly ToolCall[], given: readonly ToolCall[]): number {
  return pairsOf(meant, given).reduce((sum, pair) => {
    if (pair.given === null) return sum;
    if (pair.meant === null) return sum - 1;
    if (keyOf(pair.meant) === keyOf(pair.given)) return sum + 3;
    return sum + (isAlike(pair.meant, pair.given) ? 2 : 0);
  }, 0);
}

/** Whether all calls that were meant are there, and no other ones. Values may be of another type, and rounded. */
export function areAlike(meant: readonly ToolCall[], given: readonly ToolCall[]): boolean {
  return meant.length === given.length && meant.every((call, index) => isAlike(call, given[index] as ToolCall));
}

interface Pair {
  readonly meant: ToolCall | null;
  readonly given: ToolCall | null;
}

/** First the calls that mean the same are partners, then those of one name, and then those that are left in one place. */
function pairsOf(meant: readonly ToolCall[], given: readonly ToolCall[]): Pair[] {
  const ways: readonly ((call: ToolCall) => string)[] = [keyOf, plainName, () => ''];
  const pair = (ones: readonly ToolCall[], others: readonly ToolCall[], way: number): Pair[] => {
    const key = ways[way];
    if (key === undefined || ones.length === 0 || others.length === 0) {
      return [
        ...ones.map((one) => ({ meant: one, given: null })),
        ...others.map((one) => ({ meant: null, given: one })),
      ];
    }
    const found: Pair[] = [];
    let [onesAlone, othersAlone]: [ToolCall[], ToolCall[]] = [[], []];
    const close = (): void => {
      found.push(...pair(onesAlone, othersAlone, way + 1));
      [onesAlone, othersAlone] = [[], []];
    };
    for (const [left, right] of inOrder(alignKeys(ones.map(key), others.map(key)), others.length)) {
      const [one, other] = [left === null ? undefined : ones[left], right === null ? undefined : others[right]];
      if (one !== undefined && other !== undefined) {
        close();
        found.push({ meant: one, given: other });
      } else if (one !== undefined) onesAlone.push(one);
      else if (other !== undefined) othersAlone.push(other);
    }
    close();
    return found;
  };
  return pair(meant, given, 0);
}

function keyOf(call: ToolCall): string {
  return meaning([call]);
}

/** Whether two calls have the same texts under the same keys: an engine makes a number of what another leaves a text, and rounds it. */
function isAlike(one: ToolCall, other: ToolCall): boolean {
  return plainName(one) === plainName(other) && textsOf(one) === textsOf(other);
}

/** ChatCLI has names with an `@`, and declares them without one. */
export function plainName({ name }: { readonly name: string | null }): string {
  return (name ?? '').trim().replace(/^@/, '');
}

const NUMBER = /^-?\d+(?:\.\d+)?$/;

function textsOf({ argumentsText }: ToolCall): string {
  const reading = readJson(argumentsText);
  if (!reading.ok || reading.node.kind !== 'object') return argumentsText;
  const entries = reading.node.members.map(({ key, value }): readonly [string, string] => {
    const text = value.kind === 'string' ? value.value.trim() : nodeToText(value, argumentsText);
    return [key.value, NUMBER.test(text) ? String(Number(text)) : text];
  });
  return JSON.stringify(entries.toSorted(([one], [other]) => (one < other ? -1 : 1)));
}
