import { existsSync } from 'node:fs';

/** Chromium without windows first: the whole browser spends a third of the time of a test on windows that nobody sees. */
const PATHS = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'];

/** Where the browser of the tests is, or would be: `CHROMIUM_PATH`, else what is installed. @returns {string} */
export const chromiumPath = () =>
  process.env.CHROMIUM_PATH ?? PATHS.find((path) => existsSync(path)) ?? String(PATHS[0]);

export const hasShell = () => process.env.CHROMIUM_PATH !== undefined || existsSync(String(PATHS[0]));
