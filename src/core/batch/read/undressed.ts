import { snakeCase } from '../../recognise/index.ts';
import { idBeside } from '../shapes/beside.ts';
import { saysItself } from '../shapes/generic.ts';
import { nestedPaths, withoutEmptyPaths } from '../shapes/flat.ts';
import { isKnown } from '../shapes/index.ts';
import { strongKeys } from '../shapes/reply-keys.ts';
import { type Fields, fieldsOf, unpacked } from '../values.ts';
import { renamedKeys } from './records.ts';

/**
 * A record of a known shape in the form of that shape, where whoever exported it has put it into something else: into a member of
 * its own, with lists and objects as JSON text as tables have them, or with names in camel case. Any other record as it is.
 */
export function undressed(given: Fields, isOfTable = false): Fields {
  const record = isOfTable ? withoutEmptyPaths(given) : given;
  const filled = isOfTable ? withoutEmpty(record) : record;
  if (isKnown(filled)) return filled;
  if (isKnown(record)) return record;
  // Programs that make tables of records name columns by the paths of their members.
  const nested = isOfTable ? nestedPaths(withValues(record)) : record;
  if (isKnown(nested)) return nested;
  const inner = unwrapped(record);
  if (inner !== null && isKnown(inner)) return inner;
  const base = inner ?? record;
  const holdsJson = Object.values(base).some((value) => unpacked(value) !== value);
  const hasCamels = Object.keys(base).some((key) => plainName(key) !== key);
  const others = [...(holdsJson ? [withValues(base)] : []), ...(hasCamels ? [renamedKeys(base, plainName)] : [])];
  if (others.length === 0) return base;
  return others.find(isKnown) ?? [base, ...others].find((one) => saysItself(one)) ?? base;
}

/** Under these, exports of data sets, search engines and log collectors have what somebody gave them. */
const WRAPPERS = /^(?:data|row|record|payload|_source|doc|document|item|entry|json|json_?payload)$/i;
/** A record with one of these is an event, and says what kind of one. */
const KINDS = /type|event|kind|role|name/i;

/** What is in the one object that a record has beside texts and numbers about it; null where it is a record itself. */
function unwrapped(record: Fields): Fields | null {
  const [wrapper, ...more] = Object.entries(record).filter(([, value]) => fieldsOf(unpacked(value)) !== null);
  if (wrapper === undefined || more.length > 0) return null;
  const [key, value] = wrapper;
  const inner = fieldsOf(unpacked(value)) ?? {};
  const { [key]: _, ...about } = record;
  const isAbout = Object.values(about).every((one) => typeof one !== 'object' || one === null || isEmpty(one));
  if (!WRAPPERS.test(key) || !isAbout || Object.keys(about).some((one) => KINDS.test(one))) return null;
  if (saysItself(about, strongKeys) || !(isKnown(inner) || saysItself(inner, strongKeys))) return null;
  return idBeside(inner) === undefined && idBeside(about) !== undefined ? { id: idBeside(about), ...inner } : inner;
}

function isEmpty(value: object): boolean {
  return Object.keys(value).length === 0;
}

/** With the values of what is JSON text. */
function withValues(record: Fields): Fields {
  return Object.fromEntries(Object.entries(withoutEmpty(record)).map(([key, value]) => [key, unpacked(value)]));
}

/** Without empty texts: a table has no other way to say that there is nothing. */
function withoutEmpty(record: Fields): Fields {
  return Object.fromEntries(Object.entries(record).filter(([, value]) => value !== ''));
}

/** The name of a member in camel case as others write it; capitals are those of other exporters. */
function plainName(key: string): string {
  return /^[a-z]/.test(key) ? snakeCase(key) : key;
}
