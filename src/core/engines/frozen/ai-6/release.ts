import type { Release } from '../../ai/release.ts';

/** With version 2.0.92 of the provider. Tools are looked up in an object, which has the keys of every JavaScript object. */
export const release6: Release = {
  version: '6.0.326',
  names: {
    id: '@6',
    label: 'Vercel AI SDK 6',
    emulates:
      ' It accepts `toString` and other names that every JavaScript object has, which 7 refuses, and keeps an empty id.',
  },
  inherits: (name) => name in Object.prototype,
  takesId: () => true,
};
