import { checksum, findForeign, fromBase64Url, inflateCapped } from './bytes.ts';
import { dictionaries } from './dictionary.ts';
import { packed } from './packed.ts';

/*
 * A link to a lesson: `#lesson=<id>` for one of the path, `#lesson=<version>.<checksum>.<payload>` for one that travels in the
 * link, as its file has it. Whoever opens it reads the file: here only damage is found.
 */

export type LessonLink =
  | { readonly kind: 'listed'; readonly id: string }
  /** The text of a lesson file. Untrusted. */
  | { readonly kind: 'file'; readonly text: string }
  | { readonly kind: 'broken'; readonly message: string };

const PREFIX = 'lesson=';
const VERSION = 1;
/** The most bytes of JSON in a link. */
const CAP = 1024 * 1024;

/** The fragment of a lesson, without its `#`. */
export function encodeLesson(file: string): string {
  return PREFIX + packed(VERSION, file);
}

/** Null for a fragment that is no link to a lesson. Never throws. */
export function decodeLesson(hash: string): LessonLink | null {
  const body = hash.startsWith('#') ? hash.slice(1) : hash;
  if (!body.startsWith(PREFIX)) return null;
  const wanted = body.slice(PREFIX.length).trim();
  if (/^[a-z][a-z0-9-]{0,63}$/.test(wanted)) return { kind: 'listed', id: wanted };
  const [version = '', expected = '', payload = ''] = wanted.split('.');
  const number = /^[1-9]\d{0,3}$/.test(version) ? Number(version) : 0;
  if (number > VERSION)
    return broken(`The link to a lesson has version ${version}. Reload the page for a newer version.`);
  const dictionary = dictionaries.get(number);
  if (dictionary === undefined || findForeign(expected + payload) >= 0)
    return broken('The link to a lesson was altered: it holds characters that no link holds.');
  const inflated = inflateCapped(fromBase64Url(payload), dictionary, CAP);
  if (!inflated.ok)
    return broken(
      inflated.reason === 'too-large'
        ? 'The link to a lesson unpacks to more than 1 MiB.'
        : 'The link to a lesson was cut or altered. Ask for it again.',
    );
  if (checksum(inflated.bytes) !== expected)
    return broken('The link to a lesson was altered: its data does not match its checksum.');
  return { kind: 'file', text: new TextDecoder().decode(inflated.bytes) };
}

function broken(message: string): LessonLink {
  return { kind: 'broken', message };
}
