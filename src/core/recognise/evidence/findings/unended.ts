/** What is missing where a paste ends before the name of a call. */
export const ENDS = {
  cause: 'cut',
  says: 'The paste ends inside of the call, before its name.',
  fix: 'Paste the whole response.',
} as const;

export const BEGINS = { ...ENDS, says: 'The paste begins inside of the call, after its name.' };

export const UNENDED = { ...ENDS, says: 'The paste ends inside of the answer.' };

/** The model may have ended the call: what it wrote goes on after the paste. */
export const UNENDED_CALL = { ...ENDS, says: 'The paste ends inside of the call.' };
