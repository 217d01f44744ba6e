/** @type {import('@sveltejs/vite-plugin-svelte').SvelteConfig} */
export default {
  // Runes everywhere: a component in the old mode would follow other rules of reactivity without saying so.
  compilerOptions: { runes: true },
};
