import { isRecord } from '../text/json/index.ts';
import { numberText } from '../text/document/index.ts';
/** Checks of untrusted data: each says what is wrong in a sentence with its path, or null. They keep nothing and throw nothing. */
export type Check = (value: unknown, path: string) => string | null;

export function text(most: number, pattern?: RegExp): Check {
  return (value, path) => {
    if (typeof value !== 'string') return should(path, 'be text', value);
    if (value.length > most) return `\`${path}\` is longer than ${numberText(most)} characters.`;
    return pattern === undefined || pattern.test(value)
      ? null
      : `\`${path}\` has characters that are not allowed there.`;
  };
}

export function number(least: number, most: number): Check {
  return (value, path) =>
    typeof value === 'number' && value >= least && value <= most
      ? null
      : should(path, `be a number from ${String(least)} to ${String(most)}`, value);
}

export function oneOf(...wanted: readonly (string | boolean)[]): Check {
  return (value, path) =>
    wanted.includes(value as string | boolean)
      ? null
      : should(path, `be ${wanted.map((one) => `\`${String(one)}\``).join(' or ')}`, value);
}

export function list(each: Check, most: number): Check {
  return (value, path) => {
    if (!Array.isArray(value)) return should(path, 'be a list', value);
    if (value.length > most) return `\`${path}\` has more than ${numberText(most)} entries.`;
    return first(value.map((one, index) => () => each(one, `${path}[${String(index)}]`)));
  };
}

/** Keys that it does not name may be anything: a later version may have more. */
export function object(fields: Readonly<Record<string, Check>>): Check {
  return (value, path) => {
    if (!isRecord(value)) return should(path, 'be an object', value);
    return first(
      Object.entries(fields).map(
        ([key, check]) =>
          () =>
            check(own(value, key), inside(path, key)),
      ),
    );
  };
}

export function optional(check: Check): Check {
  return (value, path) => (value === undefined ? null : check(value, path));
}

export function nonEmpty(check: Check): Check {
  return field(check, (value) => value.length > 0, 'not be empty');
}

/** A check of texts and lists that passed another one. */
export function field(check: Check, holds: (value: { readonly length: number }) => boolean, wanted: string): Check {
  return (value, path) =>
    check(value, path) ?? (holds(value as { length: number }) ? null : `\`${path}\` should ${wanted}.`);
}

/** An object whose kind is under `key`. A kind that nobody knows is of a later version. */
export function union(key: string, kinds: Readonly<Record<string, Check>>): Check {
  return (value, path) => {
    if (!isRecord(value)) return should(path, 'be an object', value);
    const kind = own(value, key);
    if (typeof kind !== 'string') return should(inside(path, key), 'be text', kind);
    const check = Object.hasOwn(kinds, kind) ? kinds[kind] : undefined;
    if (check !== undefined) return check(value, path);
    return `\`${inside(path, key)}\` is \`${kind.slice(0, 40)}\`, which this page does not know. Reload the page for a newer version.`;
  };
}

function inside(path: string, key: string): string {
  return path === 'lesson' ? key : `${path}.${key}`;
}

function own(value: Readonly<Record<string, unknown>>, key: string): unknown {
  return Object.hasOwn(value, key) ? value[key] : undefined;
}

function first(checks: readonly (() => string | null)[]): string | null {
  for (const check of checks) {
    const problem = check();
    if (problem !== null) return problem;
  }
  return null;
}

function should(path: string, wanted: string, value: unknown): string {
  const found = value === undefined ? 'it is missing' : value === null ? 'it is null' : `it is ${kindOf(value)}`;
  return `\`${path}\` should ${wanted}, and ${found}.`;
}

function kindOf(value: unknown): string {
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object') return 'an object';
  if (typeof value === 'string') return `the text “${value.slice(0, 40)}”`;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : typeof value;
}
