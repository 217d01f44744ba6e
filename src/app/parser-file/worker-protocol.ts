import type { ParserJob, ParserJobs } from './protocol.ts';

/** What the page asks of the worker. First of all it hands over Python: the worker itself can fetch nothing. */
export type ParserAsk =
  | {
      readonly kind: 'start';
      /** Where Python's script is, as an absolute address. */
      readonly folder: string;
      readonly wasm: ArrayBuffer;
      readonly library: ArrayBuffer;
    }
  | { readonly kind: 'job'; readonly job: ParserJob };

export type ParserTold =
  | { readonly kind: 'ready' }
  | { readonly kind: 'answer'; readonly answer: ParserJobs[keyof ParserJobs]['answers'] }
  /** Python itself broke, or never started: this worker is of no use any more. */
  | { readonly kind: 'broken'; readonly message: string };
