/**
 * Writes the migration that brings a database with all migrations applied to what the definitions of resources and the
 * table of data codes want.
 *   npm run db:diff -- NAME      writes migrations/NNNN-NAME.sql, or says that nothing differs
 * Read the file before it lands: a renamed field shows as one column dropped and one added.
 */
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { missingColumns } from '#series/reading/missingColumns.ts';
import { openDatabase } from '#server/database/db.ts';
import { silent } from '#server/database/log.ts';
import { migrate, MIGRATIONS } from '#server/database/migrate.ts';
import { startEmbeddedPostgres } from '#server/postgres/embedded.ts';
import { differences } from '#server/resource/difference.ts';

const name = process.argv[2] ?? 'resource';
if (!/^[a-zA-Z0-9-]+$/.test(name)) throw new Error('the name may hold letters, digits and dashes');

const dataDir = await mkdtemp(join(tmpdir(), 'meterhouse-diff-'));
const postgres = await startEmbeddedPostgres({ dataDir, log: silent });
try {
  const database = await openDatabase(postgres.connectionString, { log: silent });
  await migrate(database.pool, { log: silent });
  const statements = [...(await differences(database.db)), ...(await missingColumns(database.db))];
  await database.close();
  if (statements.length === 0) console.log('The migrations already give what the definitions want.');
  else {
    const numbers = (await readdir(MIGRATIONS))
      .map((file) => Number.parseInt(file, 10))
      .filter(Number.isInteger);
    const next = String(Math.max(0, ...numbers) + 1).padStart(4, '0');
    const file = join(MIGRATIONS, `${next}-${name}.sql`);
    await writeFile(file, `${statements.join('\n\n')}\n`);
    console.log(`Wrote migrations/${next}-${name}.sql; read it before it lands.`);
  }
} finally {
  await postgres.stop();
  await rm(dataDir, { recursive: true, force: true });
}
