import type { Body } from './body.ts';

/** One kind of call, and the reasoning parser of the same models. */
export interface LmdeployParser {
  /** `--tool-call-parser`. */
  readonly flag: string;
  readonly file: string;
  readonly formats: readonly string[];
  /** One sentence: what it reads. */
  readonly reads: string;
  readonly opener: string;
  /** Null where a call ends with the reply. */
  readonly closer: string | null;
  readonly body: Body;
  /** `--reasoning-parser`. */
  readonly reasoning: {
    readonly flag: string;
    /** Whether a reply begins inside of a thought. */
    readonly beginsInside: boolean;
  };
}

export const THINK = '<think>';
export const THINK_END = '</think>';
