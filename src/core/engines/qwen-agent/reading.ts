import type { EngineCall, Reading } from '../kit/index.ts';

/** What the post-processing makes of a reply: messages in order. */
export interface QwenReading extends Reading {
  readonly calls: readonly EngineCall[];
  /** Its parts in order: `t` text, `c` call. */
  readonly order: string;
}

export const source = { version: 'main of 2026-03-04', commit: '31a4d36' } as const;
