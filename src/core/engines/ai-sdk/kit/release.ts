/** The releases that the golden data ran: the newest on npm, and a later state of the repository that npm does not have. */
export const releases = {
  '4.1.26': { version: '4.1.26' },
  '5.1.6': { version: '5.1.6', commit: '66ca092' },
} as const;

export type Release = keyof typeof releases;
