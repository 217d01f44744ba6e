import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { findChromium } from './chromium.js';

const root = fileURLToPath(new URL('..', import.meta.url));
const isRoot = process.getuid?.() === 0;

/** @typedef {{ command: string, minutes: number }} Attempt */

/** @returns {Attempt[]} */
function attempts() {
  // --with-deps asks for a password when we are not root, which nobody may be there to type.
  const playwright = `npx playwright install ${isRoot ? '--with-deps ' : ''}chromium`;
  const list = [{ command: playwright, minutes: 4 }];
  if (isRoot && process.platform === 'linux') {
    const install = 'apt-get install -y --no-install-recommends';
    list.push({
      command: `apt-get update && (${install} chromium-headless-shell || ${install} chromium)`,
      minutes: 4,
    });
  }
  return list;
}

/** Finds a Chromium for the tests, or installs one. Ends the process with one sentence when neither works. */
export function ensureChromium() {
  let found = findChromium();
  for (const { command, minutes } of found === undefined ? attempts() : []) {
    console.log(`No Chromium found. Trying: ${command}`);
    spawnSync(command, {
      cwd: root,
      shell: true,
      stdio: ['ignore', 'inherit', 'inherit'],
      timeout: minutes * 60_000,
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    });
    // What counts is whether a browser is there now, not how the installer ended.
    found = findChromium();
    if (found !== undefined) break;
  }
  if (found === undefined) {
    console.error(
      'No Chromium found and none could be installed: install one, or set CHROMIUM_PATH to its executable.',
    );
    process.exit(1);
  }
  console.log(`Chromium: ${found.path} (from ${found.origin})`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) ensureChromium();
