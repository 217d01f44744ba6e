import { counted } from '../text/document/index.ts';
import { isObject, parsedJson } from '../text/json/index.ts';
import type { ToolCall } from './call.ts';

type Call = Pick<ToolCall, 'name' | 'argumentsText'>;

/** So many arguments are named. */
const MOST_NAMED = 3;

/**
 * What one side returns and the other does not: calls, or arguments of the first calls that differ. '' where the calls are the
 * same, and where one side returns none: then that says it.
 *
 * @param names what the sides are called
 */
export function lostCallsText(
  left: readonly Call[],
  right: readonly Call[],
  names: { readonly left: string; readonly right: string },
): string {
  if (left.length === 0 || right.length === 0) return '';
  if (left.length !== right.length) {
    const [more, fewer, name] = left.length > right.length ? [left, right, names.right] : [right, left, names.left];
    const rest = fewer.map(textOf);
    const lost = more.filter((call) => {
      const at = rest.indexOf(textOf(call));
      if (at >= 0) rest.splice(at, 1);
      return at < 0;
    });
    const [one, other] = lost;
    return other === undefined && one !== undefined
      ? `${name} does not return the call to \`${one.name}\`.`
      : `${name} does not return ${counted(more.length - fewer.length, 'call')}.`;
  }
  const at = left.findIndex((call, index) => textOf(call) !== textOf(right[index] ?? call));
  const [one, other] = [left[at], right[at]];
  if (one === undefined || other === undefined) return '';
  if (one.name !== other.name) return `${names.left} calls \`${one.name}\`, and ${names.right} \`${other.name}\`.`;
  const [ofLeft, ofRight] = [argumentsOf(one), argumentsOf(other)];
  if (ofLeft === null || ofRight === null)
    return ofLeft === ofRight
      ? ''
      : `${ofLeft === null ? names.left : names.right} returns arguments that are no object.`;
  const without = (name: string, keys: readonly string[]): string =>
    keys.length === 0 ? '' : `${name} returns \`${one.name}\` without ${listed(keys)}.`;
  const lacking = [
    without(
      names.right,
      [...ofLeft.keys()].filter((key) => !ofRight.has(key)),
    ),
    without(
      names.left,
      [...ofRight.keys()].filter((key) => !ofLeft.has(key)),
    ),
  ];
  const changed = [...ofLeft].filter(([key, value]) => ofRight.has(key) && ofRight.get(key) !== value);
  if (changed.length > 0)
    lacking.push(`The values of ${listed(changed.map(([key]) => key))} in \`${one.name}\` differ.`);
  return lacking.filter((part) => part !== '').join(' ');
}

function textOf({ name, argumentsText }: Call): string {
  return `${name} ${argumentsText}`;
}

/** The value of each argument as text; null for arguments that are no object. */
function argumentsOf({ argumentsText }: Call): ReadonlyMap<string, string> | null {
  const value = parsedJson(argumentsText);
  return value !== undefined && isObject(value)
    ? new Map(Object.entries(value).map(([key, one]) => [key, JSON.stringify(one)]))
    : null;
}

function listed(keys: readonly string[]): string {
  const named = keys.slice(0, MOST_NAMED).map((key) => `\`${key}\``);
  const more = keys.length - named.length;
  return more > 0 ? `${named.join(', ')} and ${String(more)} more` : named.join(' and ');
}
