import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { chromium } from '@playwright/test';

/** @typedef {{ path: string, origin: 'CHROMIUM_PATH' | 'playwright' | 'PATH' }} FoundChromium */

/** @param {string} file */
function isExecutable(file) {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    // accessSync speaks only by throwing; "no" is an ordinary answer here.
    return false;
  }
}

/** @returns {string | undefined} */
function findOnPath() {
  // The first is Chromium without what draws its windows: our journeys take it half the time.
  const names = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];
  const folders = (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== '');
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find(isExecutable);
}

/**
 * The browser that every test run uses. Synchronous, because both test configs call it while they load.
 * @returns {FoundChromium | undefined}
 */
export function findChromium() {
  const chosen = process.env.CHROMIUM_PATH;
  if (chosen) {
    // Silently taking another browser than the one asked for would make a failure impossible to explain.
    if (!isExecutable(chosen)) throw new Error(`CHROMIUM_PATH is set to ${chosen}, which is not an executable file.`);
    return { path: chosen, origin: 'CHROMIUM_PATH' };
  }
  // Playwright names the place of its own download whether or not the download happened.
  const downloaded = chromium.executablePath();
  if (existsSync(downloaded)) return { path: downloaded, origin: 'playwright' };
  const installed = findOnPath();
  return installed === undefined ? undefined : { path: installed, origin: 'PATH' };
}

/**
 * For every start of a browser. A whole Chromium draws the list under its address bar with two pages of its own, anew for
 * each context: nobody sees them here, and they took half as much time as ours. Of two such lists it heeds the last, so this
 * one repeats what Playwright switches off.
 */
const args = [
  `--disable-features=${[
    'AimEnabled',
    'AvoidCorsURLLoaderRestartOnRedirect',
    'AvoidUnnecessaryBeforeUnloadCheckSync',
    'DestroyProfileOnBrowserClose',
    'HttpsFirstBalancedModeAutoEnable',
    'HttpsUpgrades',
    'LensOverlay',
    'MediaRouter',
    'NetworkTimeServiceQuerying',
    'OptimizationHints',
    'PaintHolding',
    'PreconnectToSearch',
    'TcpPortRandomizationWin',
    'ThirdPartyStoragePartitioning',
    'WebUIOmniboxAimPopup',
    'WebUIOmniboxFullPopup',
    'WebUIOmniboxPopup',
  ].join()}`,
];

/** What a browser is started with. */
export function launchOptions() {
  const found = findChromium();
  // Beside its whole Chromium, whose place it names, Playwright has one without windows, and takes that by itself.
  return found === undefined || found.origin === 'playwright' ? { args } : { args, executablePath: found.path };
}
