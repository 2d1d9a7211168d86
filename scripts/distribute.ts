import { withProductDatabase } from '#server/backup/source.ts';
import { ConfigError, readConfig } from '#server/config.ts';
import type { Log } from '#server/database/log.ts';
import { distribute, OUTCOME } from '#server/distribute/distribute.ts';

// npm run distribute -- --dry-run | --trial
const log: Log = {
  info: (message) => void process.stdout.write(`${message}\n`),
  warn: (message) => void process.stderr.write(`${message}\n`),
  error: (message) => void process.stderr.write(`${message}\n`),
};
const [argument, ...more] = process.argv.slice(2);
try {
  if (more.length > 0 || (argument !== undefined && argument !== '--dry-run' && argument !== '--trial')) {
    log.error('Type: npm run distribute -- --dry-run, or npm run distribute -- --trial');
    process.exitCode = ConfigError.EXIT_CODE;
  } else {
    process.exitCode = await withProductDatabase(
      readConfig(process.env),
      { mustExist: true, log },
      ({ pool }) =>
        distribute(pool, { dryRun: argument === '--dry-run', trial: argument === '--trial', log }),
    );
  }
} catch (error) {
  log.error(error instanceof Error ? error.message : String(error));
  process.exitCode = error instanceof ConfigError ? ConfigError.EXIT_CODE : OUTCOME.faulty;
}
