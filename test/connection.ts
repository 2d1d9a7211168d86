import { Client, DatabaseError } from 'pg';

/** The same server, another database. */
export function databaseUrl(url: string, database: string): string {
  const parsed = new URL(url);
  parsed.pathname = `/${database}`;
  return parsed.href;
}

/** One statement on a connection of its own. */
export async function command(url: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

const NOT_PERMITTED = '42501';

/**
 * Drops a database with whoever is still connected. An older PostgreSQL refuses that to who is no superuser while it
 * tidies the database up itself; a plain drop ends such work and waits for it.
 */
export async function dropDatabase(url: string, name: string): Promise<void> {
  try {
    await command(url, `drop database ${name} with (force)`);
  } catch (error) {
    if (!(error instanceof DatabaseError) || error.code !== NOT_PERMITTED) throw error;
    await command(url, `drop database ${name}`);
  }
}
