// Runs before anything is installed: Node's own modules only.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

/** @typedef {{ packages: Record<string, { version?: string, optional?: boolean, extraneous?: boolean }> }} Lock */

/**
 * @param {string} file relative to the project
 * @returns {Lock | undefined}
 */
function readLock(file) {
  let text;
  try {
    text = readFileSync(new URL(`../${file}`, import.meta.url), 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
  /** @type {unknown} */
  const lock = JSON.parse(text);
  return /** @type {Lock} */ (lock);
}

/**
 * Compares contents, not file times: a checkout touches files without changing what they lock.
 * npm writes the installed list last, so an interrupted install does not pass.
 */
function isInstalled() {
  const locked = readLock('package-lock.json');
  if (locked === undefined) throw new Error('package-lock.json is missing.');
  const installed = readLock('node_modules/.package-lock.json');
  if (installed === undefined) return false;
  return Object.entries(locked.packages).every(([path, { version, optional, extraneous }]) => {
    if (path === '') return true;
    const found = installed.packages[path];
    // Optional packages are builds for other platforms; extraneous ones npm lists but does not install.
    return found === undefined ? optional === true || extraneous === true : found.version === version;
  });
}

/** Installs what package-lock.json says, unless exactly that already exists. */
export function ensureInstalled() {
  if (isInstalled()) return;
  console.log('Installing the locked dependencies (npm ci) ...');
  // Inside an npm script npm names itself; this also avoids the .cmd file that Windows cannot spawn directly.
  const npmCli = process.env.npm_execpath?.endsWith('npm-cli.js') ? process.env.npm_execpath : undefined;
  const options = /** @type {const} */ ({ cwd: root, stdio: 'inherit' });
  // Building needs the development tools, also where NODE_ENV says production.
  const install =
    npmCli === undefined
      ? spawnSync('npm ci --include=dev', { ...options, shell: true })
      : spawnSync(process.execPath, [npmCli, 'ci', '--include=dev'], options);
  if (install.status !== 0) {
    console.error('npm ci failed: see its output above. Callscope needs the Node version named in package.json.');
    process.exit(1);
  }
}
