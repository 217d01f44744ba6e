import { decodeLink, type LinkError } from './codec.ts';
import { decodePrefill, isPrefill } from './prefill.ts';
import { decodeLesson, type LessonLink } from './lesson-link.ts';
import type { LinkState } from './state.ts';

export type OpenedHash =
  | { readonly kind: 'empty' }
  | {
      readonly kind: 'state';
      readonly state: LinkState;
      readonly source: 'link' | 'prefill';
      readonly version: number;
      /** A link of the page always does, also where it leaves out the one that it means by that. */
      readonly namesServer: boolean;
      /** What is wrong with one of its fields, all others of which are opened; '' for nothing. */
      readonly problem: string;
    }
  | { readonly kind: 'lesson'; readonly lesson: LessonLink }
  /** It was meant to fill the page and cannot: say so, and leave what is there alone. */
  | { readonly kind: 'broken'; readonly error: LinkError };

/** What the fragment of the page's address asks for; with or without `#`. Only reads: nothing runs, nothing throws. */
export function openHash(hash: string): OpenedHash {
  if (hash === '' || hash === '#') return { kind: 'empty' };
  const lesson = decodeLesson(hash);
  if (lesson !== null) return { kind: 'lesson', lesson };
  const source = isPrefill(hash) ? 'prefill' : 'link';
  const result = source === 'prefill' ? decodePrefill(hash) : decodeLink(hash);
  if (!result.ok) return { kind: 'broken', error: result.error };
  const namesServer = source === 'link' || /(?:^#?|&)(?:runtime|profile)=/.test(hash);
  const { problem: wrong = null } = result;
  const problem = wrong === null ? '' : `${wrong.message} Everything else of the link is open.`;
  return { kind: 'state', state: result.state, source, version: result.version, namesServer, problem };
}

/** What a link that cannot be opened says, with what to do about it. */
export function brokenText({ code, message }: LinkError, hasWork: boolean): string {
  // The page has no sections to jump to: whoever comes with such an address wanted something else than what it shows.
  if (code === 'not-a-link') return 'What follows the # of this address is no link of Callscope. Nothing was opened.';
  if (hasWork) return `${message} Your own work is untouched.`;
  return code === 'future-version' ? message : `${message} Ask for the link again, or paste the reply here.`;
}
