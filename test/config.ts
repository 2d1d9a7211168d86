import { readConfig } from '#server/config.ts';
import type { Config } from '#server/config.ts';

/** The operator's password in tests. */
export const OPERATOR_PASSWORD = 'an operator of tests';

/** The settings of a product in tests; `more` are further ones, as the environment gives them. */
export const testConfig = (dataDir: string, more: Readonly<Record<string, string>> = {}): Config =>
  readConfig({
    DATA_DIR: dataDir,
    DEMO: 'off',
    ADMIN_PASSWORD: OPERATOR_PASSWORD,
    LOG_LEVEL: 'error',
    // Simulated meters, platforms and servers of enterprises.
    COLLECTOR_ALLOW: '127.0.0.1',
    OUTWARD_ALLOW: '127.0.0.1',
    ...more,
  });
