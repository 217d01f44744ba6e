import fc from 'fast-check';

/**
 * Properties take the same cases in every run: what was green where it was written is green on a machine that nobody sees.
 * New cases are looked for by `npm run fuzz` and by the long tests.
 */
if (process.env.CALLSCOPE_LONG === undefined) fc.configureGlobal({ seed: 20_260_101 });
