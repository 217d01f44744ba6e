/**
 * Node without a DOM, but compiled as for the browser. In Vitest's plain node environment Svelte compiles
 * `.svelte.ts` modules for server rendering, where `$effect` never runs: a test of the store would test another program.
 * @type {import('vitest/runtime').Environment}
 */
export default {
  name: 'runes',
  viteEnvironment: 'client',
  setup: () => ({ teardown: () => undefined }),
};
