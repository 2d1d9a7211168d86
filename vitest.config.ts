import { randomInt } from 'node:crypto';
import react from '@vitejs/plugin-react';
import { configDefaults, defineConfig } from 'vitest/config';

/** Generated histories are the same in every `npm test`, so that none fails by chance; the whole matrix tries new ones. */
const seed = process.env.FC_SEED ?? String(process.env.TEST_ALL ? randomInt(2 ** 31) : 20_250_101);
if (!process.env.FC_SEED && process.env.TEST_ALL) console.log(`Generated histories: FC_SEED=${seed}`);
process.env.FC_SEED = seed;
/** Minutes of outages, kills, first starts and restores that are cut off: `npm run test:all`. */
const LONG = [
  'src/server/role/{lostDatabase,kill,update}.test.ts',
  'src/server/database/cutLine.test.ts',
  'src/server/postgres/embedded.test.ts',
  'src/feature/meters/messaging/server/external/{lease,kill}.test.ts',
  'src/feature/watch/judge/server/kill.test.ts',
  'src/feature/watch/{control/server/{serial,kill},camera/server/kill}.test.ts',
  'src/feature/reporting/upload/server/kill.test.ts',
  'src/feature/assets/plan/server/{kill,switch}.test.ts',
  'src/feature/assets/settlement/server/{settlement,kept,demandProof}.test.ts',
  'src/server/backup/{cutOff,source}.test.ts',
  'src/{server/sealed,series/sealed/restored}.test.ts',
  'src/server/distribute/statement.test.ts',
  'src/server/openApi/client.test.ts',
  'src/feature/watch/control/server/relay645.test.ts',
  'src/feature/home/demonstration/server/firstAccounts.test.ts',
];
const setupFiles = ['test/seed.setup.ts'];
const env = { FC_SEED: seed };

export default defineConfig({
  test: {
    // While one file waits for PostgreSQL another works.
    maxWorkers: '100%',
    projects: [
      {
        test: {
          name: 'unit',
          environment: 'node',
          // Half of all the time went into loading the server anew for every file. What a file changes of the process
          // (environment, clock, mocks) it puts back.
          isolate: false,
          include: ['{src,scripts,simulator,test}/**/*.test.ts'],
          exclude: [...configDefaults.exclude, ...(process.env.TEST_ALL ? [] : LONG)],
          globalSetup: ['test/globalSetup.ts'],
          setupFiles,
          env,
          // A thousand histories take their time.
          testTimeout: process.env.TEST_ALL || process.env.FOLD_RUNS ? 300_000 : 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        plugins: [react()],
        test: {
          name: 'web',
          environment: 'jsdom',
          // Each file has a context of its own in a thread that lasts: starting a process for each took twice the time.
          pool: 'vmThreads',
          unstubGlobals: true,
          restoreMocks: true,
          include: ['src/**/*.test.tsx'],
          globalSetup: ['test/fileServer.ts'],
          setupFiles: [...setupFiles, 'test/web.setup.ts'],
          env,
          css: false,
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});
