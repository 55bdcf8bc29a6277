// Finds the Chromium that the tests of the page run in, and installs it where that is possible.
import { spawnSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** The headless shell is first: without windows to draw, it opens a page in less time. */
const names = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const elsewhere = [
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** What to do where there is no Chromium. */
export const howToInstall =
  'The tests of the page need Chromium: install it (Debian: apt-get install chromium-headless-shell; Ubuntu: apt-get ' +
  'install chromium; macOS: brew install --cask chromium), or name one in WINNOW_CHROMIUM.';

/** The path of a Chromium or Chrome; undefined when there is none. */
export function findChromium() {
  const named = process.env.WINNOW_CHROMIUM;
  if (named) return named;
  const folders = (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== '');
  const candidates = [...folders.flatMap((folder) => names.map((name) => join(folder, name))), ...elsewhere];
  return candidates.find(canRun);
}

/**
 * Features of the browser that no page uses. Every window loads two pages for the suggestions of the address bar, which takes
 * a third of the processor time of opening one. Chromium reads only the last list of features, so those that Playwright turns off
 * because they ask the network or delay painting appear here again.
 */
const unusedFeatures = [
  ...['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup', 'WebUIOmniboxFullPopup'],
  ...['AimEnabled', 'HttpsUpgrades', 'MediaRouter', 'NetworkTimeServiceQuerying', 'OptimizationHints', 'PaintHolding'],
  ...['AvoidUnnecessaryBeforeUnloadCheckSync', 'DestroyProfileOnBrowserClose', 'PreconnectToSearch'],
];

/** How Chromium is started for a test: its path, and the flags that it needs here. */
export function chromiumOptions() {
  const executablePath = findChromium();
  if (executablePath === undefined) throw new Error(howToInstall);
  // Its sandbox does not work for root, which a container often is; shared memory is small there.
  const noSandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  const noFeatures = `--disable-features=${unusedFeatures.join(',')}`;
  return { executablePath, args: [...noSandbox, '--disable-dev-shm-usage', noFeatures] };
}

/** Installs Chromium where there is none and this can be done without asking; otherwise says what to do. */
export function ensureChromium() {
  if (findChromium() !== undefined) return;
  if (process.platform === 'linux' && process.getuid?.() === 0) {
    process.stderr.write('Installing Chromium for the tests of the page …\n');
    if (!aptInstall('chromium-headless-shell')) {
      apt(['update']);
      // Some distributions have only the whole browser.
      if (!aptInstall('chromium-headless-shell')) aptInstall('chromium');
    }
  }
  // The tests of the page then fail, and say so as well; the others still run.
  if (findChromium() === undefined) process.stderr.write(`${howToInstall}\n`);
}

function aptInstall(browser) {
  // Without a font the page has no text to measure.
  return apt(['install', '--yes', '--no-install-recommends', browser, 'fonts-dejavu-core']);
}

function apt(args) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const { status } = spawnSync('apt-get', ['-qq', ...args], { env, stdio: ['ignore', 'ignore', process.stderr] });
  return status === 0;
}

function canRun(file) {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
