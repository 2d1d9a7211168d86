import { startEmbeddedPostgres } from '#server/postgres/embedded.ts';
import { silent } from '#server/database/log.ts';

// Starts the embedded PostgreSQL on the folder given, says how that went in one line of JSON, and stays until its
// input ends.
try {
  const [dataDir = ''] = process.argv.slice(2);
  const { connectionString, pid, stop } = await startEmbeddedPostgres({ dataDir, log: silent });
  process.stdout.write(`${JSON.stringify({ connectionString, pid })}\n`);
  process.stdin.resume().once('end', () => void stop());
} catch (error) {
  process.stdout.write(`${JSON.stringify({ error: error instanceof Error ? error.message : error })}\n`);
}
