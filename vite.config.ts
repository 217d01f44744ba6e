import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig, type Plugin } from 'vite';
import { headersForEveryPath, metaPolicy } from './scripts/headers.js';

/** Only in the build: the dev server injects inline scripts that the policy exists to refuse. */
function contentSecurityPolicy(): Plugin {
  return {
    name: 'callscope:content-security-policy',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: () => [
        {
          tag: 'meta',
          attrs: { 'http-equiv': 'Content-Security-Policy', content: metaPolicy() },
          // A policy covers only what the parser meets after it.
          injectTo: 'head-prepend',
        },
      ],
    },
  };
}

/** Which npm packages each chunk holds: the manifest names files, not what is in them. Read by scripts/check-size.js. */
function packagesPerChunk(): Plugin {
  return {
    name: 'callscope:packages-per-chunk',
    apply: 'build',
    generateBundle(_options, bundle) {
      const packages: Record<string, string[]> = {};
      for (const output of Object.values(bundle)) {
        if (output.type !== 'chunk') continue;
        const names = Object.entries(output.modules)
          // A `?worker&url` import leaves one address in the chunk, not the package.
          .filter(([id, module]) => module.renderedLength > 0 && !/[?&]worker\b/.test(id))
          .map(([id]) => /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(id)?.[1])
          .filter((name) => name !== undefined);
        packages[output.fileName] = [...new Set(names)].sort();
      }
      this.emitFile({ type: 'asset', fileName: '.vite/packages.json', source: JSON.stringify(packages, null, 2) });
    },
  };
}

export default defineConfig({
  // Relative, so that the built page works under any path of any host.
  base: './',
  plugins: [svelte(), contentSecurityPolicy(), packagesPerChunk()],
  worker: { format: 'es' },
  build: {
    // Browsers that know `light-dark()`: below them the CSS is rewritten to follow only the system's colour scheme.
    target: ['chrome123', 'edge123', 'firefox128', 'safari17.5'],
    manifest: true,
    // Monaco's chunk is large by nature; scripts/check-size.js holds the budget that matters, the first load.
    chunkSizeWarningLimit: 5000,
    // What the first load needs is one chunk, because small ones compress badly. Without main.ts: it waits for chunks that
    // import from this one.
    rolldownOptions: {
      output: {
        codeSplitting: { groups: [{ name: 'first', tags: ['$initial'], test: /\/src\/(?!main\.ts)|node_modules/ }] },
      },
    },
  },
  preview: { headers: headersForEveryPath() },
});
