import fc from 'fast-check';
import { runs } from './runs.ts';

// vitest.config.ts states the seed: always the same in `npm test`, a fresh one in `npm run test:all`.
fc.configureGlobal({ seed: Number(process.env['FC_SEED']), ...runs(100) });
