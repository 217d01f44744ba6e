import type { Progress } from '../worker/protocol.ts';
import { isSameData } from './same-data.ts';

/** Something that is asked again whenever what it is about changes. */
interface Question<About, Answered> {
  /** Reads what the question is about; null where there is nothing to ask. */
  readonly about: () => About | null;
  readonly ask: (about: About, report: (progress: Progress) => void) => Promise<Answered>;
  /** Quiet time after the last change before it is asked, in milliseconds; null to ask it in the same turn. */
  readonly after: number | null;
  /** A new question begins. What it returns is called when the answer is here, or no longer wanted. */
  readonly begin?: (about: About) => (() => void) | undefined;
  /** How far the newest question is. */
  readonly report?: (progress: Progress) => void;
  /** `isCurrent`: whether nothing has changed since it was asked. */
  readonly take: (answered: Answered, about: About, isCurrent: boolean) => void;
}

/** Asks as long as the effect lives in which this is called. Returns what asks the same once more. */
export function askOnChange<About, Answered>(question: Question<About, Answered>): () => void {
  const { about, ask, after, begin, report, take } = question;
  let attempt = $state(0);
  $effect(() => {
    const asked = about();
    // Reading the number is what makes this run again.
    if (asked === null || attempt < 0) return undefined;
    // Once nobody looks any more, what is derived must not be read.
    let isCurrent = true;
    let end = begin?.(asked);
    const finish = (): void => {
      end?.();
      end = undefined;
    };
    const send = (): void => {
      const told = (progress: Progress): void => {
        if (isCurrent) report?.(progress);
      };
      void ask(asked, told).then((answered) => {
        finish();
        take(answered, asked, isCurrent);
      });
    };
    const timer = after === null ? undefined : setTimeout(send, after);
    if (after === null) send();
    return () => {
      isCurrent = false;
      clearTimeout(timer);
      finish();
    };
  });
  return () => {
    attempt += 1;
  };
}

/** The same object as long as it says the same: what else changes on the page asks nothing. */
export function unlessSame<Data>(read: () => Data): () => Data {
  let last: Data | undefined;
  const kept = $derived.by(() => {
    const now = read();
    if (last === undefined || !isSameData(last, now)) last = now;
    return last;
  });
  return () => kept;
}
