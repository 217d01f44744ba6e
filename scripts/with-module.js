import { fileURLToPath } from 'node:url';
import { createServer } from 'vite';

/**
 * Runs something with a module of the repository. By Vite, because Node 20 cannot run TypeScript.
 *
 * @template Module
 * @param {string} path from the root of the repository
 * @param {(module: Module) => Promise<void>} use
 * @param {import('vite').Plugin[]} [plugins]
 */
export async function withModule(path, use, plugins = []) {
  const server = await createServer({
    root: fileURLToPath(new URL('..', import.meta.url)),
    configFile: false,
    logLevel: 'warn',
    appType: 'custom',
    server: { middlewareMode: true, hmr: false, ws: false, watch: null },
    optimizeDeps: { noDiscovery: true, include: [] },
    plugins,
  });
  try {
    await use(/** @type {Module} */ (await server.ssrLoadModule(path)));
  } finally {
    await server.close();
  }
}
