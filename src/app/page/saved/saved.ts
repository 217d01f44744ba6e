import type { BrowserFields } from '../fields.ts';

/** The version of what is saved. */
export const savedVersion = 1;

/** The most UTF-16 units that are saved. Browsers give a site about 5 million for everything. */
export const savedCap = 4_000_000;

/** What loading gave. */
export type SavedResult =
  /** `fields` is null when nothing was saved yet. */
  | {
      readonly ok: true;
      readonly fields: BrowserFields | null;
      /** What could not be read of it; the rest is here. */
      readonly problem?: string;
    }
  | {
      readonly ok: false;
      readonly code: 'no-storage' | 'damaged' | 'future-version' | 'unread';
      readonly message: string;
    };
