import { existsSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { defineConfig } from '@playwright/test';
import { chromiumPath } from './scripts/chromium.mjs';

// The workers read this file too: what the first reading chooses reaches them through the environment.
const env = process.env;
env['E2E_DATA_DIR'] ??= mkdtempSync(join(tmpdir(), 'meterhouse-e2e-'));

/** Set it to try the specs on a product that is already running, with the settings of `webServer` below. */
const running = env['E2E_BASE'];
const port = env['E2E_PORT'] ?? '18080';
// The identity provider of its journey; it is started by the spec, the product asks for it then.
env['E2E_OIDC_PORT'] ??= '18085';
const samples = resolve(env['SAMPLE_DIR'] ?? '../shared/data');
/** These need what the demonstration brings in last: run last, they do not wait for it. */
const FILLED = 'charging.spec.ts';

export default defineConfig({
  testDir: 'e2e',
  // A browser waits for the product half of the time: two, each with enterprises of its own, use both cores.
  workers: 2,
  // On a machine that others load too a browser may miss a moment; what fails twice is a fault.
  retries: env['CI'] === undefined ? 0 : 1,
  timeout: 120_000,
  expect: { timeout: 15_000 },
  forbidOnly: env['CI'] !== undefined,
  reporter: [['list'], ['json', { outputFile: 'test-results/e2e.json' }]],
  use: {
    baseURL: running ?? `http://127.0.0.1:${port}`,
    viewport: { width: 1400, height: 900 },
    locale: 'en-US',
    timezoneId: 'Asia/Shanghai',
    // A trace of every step costs a third of the time; the second try is recorded.
    trace: 'on-first-retry',
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: chromiumPath(),
      args: [
        '--headless',
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
  // A journey for each kind of page; what goes into details is tagged `@matrix` and belongs to `npm run test:all`.
  ...(env['TEST_ALL'] ? {} : { grepInvert: /@matrix/ }),
  projects: [
    { name: 'journey', testIgnore: ['*.matrix.spec.ts', FILLED] },
    { name: 'filled', testMatch: FILLED },
    // Every language, skin and width: only with `npm run test:all`.
    ...(env['TEST_ALL'] ? [{ name: 'matrix', testMatch: '*.matrix.spec.ts' }] : []),
  ],
  ...(running
    ? {}
    : {
        webServer: {
          command: 'npm start',
          url: `http://127.0.0.1:${port}/readyz`,
          timeout: 240_000,
          reuseExistingServer: false,
          gracefulShutdown: { signal: 'SIGTERM', timeout: 30_000 },
          // What the product warns of stands beside the journeys.
          stdout: 'pipe',
          env: {
            PORT: port,
            MQTT_PORT: env['E2E_MQTT_PORT'] ?? '18083',
            MQTT_WS_PORT: env['E2E_MQTT_WS_PORT'] ?? '18084',
            DATA_DIR: env['E2E_DATA_DIR'],
            DEMO: 'on',
            LOG_LEVEL: 'warn',
            OIDC_ISSUER: `http://127.0.0.1:${env['E2E_OIDC_PORT']}`,
            OIDC_CLIENT_ID: 'meterhouse',
            OIDC_CLIENT_SECRET: 'a secret of the stand-in provider',
            OIDC_REDIRECT_URI: `http://127.0.0.1:${port}/singleSignOn`,
            OIDC_NAME_ZH: '示例统一认证',
            OIDC_NAME_EN: 'Works ID',
            FILING_NUMBER: '京ICP备2026000001号-1',
            ...(existsSync(samples) ? { SAMPLE_DIR: samples } : {}),
          },
        },
      }),
});
