/** What a release of the package, or of the provider that goes with it, does where releases differ. */
export interface Release {
  readonly version: string;
  /** What its runtimes have at the end of their ids and descriptions, and how their labels call the package. */
  readonly names: { readonly id: string; readonly label: string; readonly emulates: string };
  /** Whether a name that nobody declared counts as one of a tool all the same. */
  inherits(name: string): boolean;
  /** Whether the provider keeps the id of a call; else the call gets a new one. */
  takesId(id: string): boolean;
}

/** With version 3.0.92 of the provider. */
export const newest: Release = {
  version: '7.0.173',
  names: { id: '', label: 'Vercel AI SDK', emulates: '' },
  inherits: () => false,
  takesId: (id) => id !== '',
};
