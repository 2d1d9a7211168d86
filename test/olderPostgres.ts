import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { runCommand } from '#server/postgres/command.ts';
import { program } from '#server/postgres/package.ts';
import { chooseLaunch } from '#server/postgres/privilege.ts';
import { chooseDoor, startServer } from '#server/postgres/server.ts';
import { command } from './connection.ts';

/**
 * Starts the system's PostgreSQL (Debian: /usr/lib/postgresql/15) the way a company's own server is met: reached by a
 * user that owns its databases but is no superuser.
 */
export async function startOlderPostgres(
  native: string,
  dataDir: string,
): Promise<{ url: string; stop: () => Promise<void> }> {
  const launch = await chooseLaunch({ native, version: 'system' }, dataDir);
  const cluster = join(dataDir, 'postgres');
  await rm(cluster, { recursive: true, force: true });
  await mkdir(cluster, { mode: 0o700 });
  const args = [
    '-D',
    cluster,
    '-U',
    'superuser',
    '--auth=trust',
    '--encoding=UTF8',
    '--locale=C.UTF-8',
    '--no-sync',
  ];
  const made = await runCommand(program(native, 'initdb'), args, launch);
  if (made.code !== 0) throw new Error(`initdb of ${native} failed: ${made.output}`);
  const door = await chooseDoor(cluster);
  const { stop } = await startServer(cluster, launch, door, { fsync: 'off', max_connections: '300' });
  const address = (user: string): string =>
    `postgresql://${user}@localhost:${door.port}/postgres?host=${encodeURIComponent(door.host)}`;
  for (let left = 200; ; left--) {
    try {
      await command(address('superuser'), 'create role owner login createdb createrole');
      return { url: address('owner'), stop };
    } catch (error) {
      if (left === 0) throw error;
      await sleep(50);
    }
  }
}
