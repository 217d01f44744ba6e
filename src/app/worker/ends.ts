/** THE finish reasons of a run that the page itself saw end, beside those of sources. */
export const ownEnds = { connection: 'callscope:connection-broken', person: 'callscope:stopped' } as const;

/** Which of them a finish reason is; null for those of sources. */
export function brokenBy(finishReason: string | null): keyof typeof ownEnds | null {
  if (finishReason === ownEnds.connection) return 'connection';
  return finishReason === ownEnds.person ? 'person' : null;
}
