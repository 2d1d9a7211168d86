import { sql } from 'kysely';
import { resources } from '#resource/index.ts';
import { knownPasswords } from '#feature/home/demonstration/server/public.ts';
import { fillInitials } from '#server/resource/initials.ts';
import { ConfigError, openedBy, STAY_HERE } from '../config.ts';
import type { Config } from '../config.ts';
import type { Db } from '../database/db.ts';
import { shipped } from '../shipped.ts';
import { syncDataItems } from './dataItems.ts';
import { syncFunctions } from './functions.ts';
import { ensureOperator } from './operator.ts';

/** Password of the operator while the demonstration is on. */
const DEMO_OPERATOR_PASSWORD = 'operator-demo';

/**
 * Brings menu, shipped roles, standard data items and the first account into the database.
 * @param fresh the embedded database was made by this start
 * @returns whether the demonstration is on, and the operator's password where a random one was made now
 */
export async function seed(
  db: Db,
  config: Config,
  fresh: boolean,
): Promise<{ demo: boolean; password: string | undefined }> {
  await syncFunctions(db);
  await syncDataItems(db);
  for (const ship of shipped) await ship(db);
  await refuseKnownPasswords(db, config);
  const demo = await demoIsOn(db, config, fresh);
  const password = await ensureOperator(db, demo ? DEMO_OPERATOR_PASSWORD : config.adminPassword);
  await fillInitials(db, resources);
  return { demo, password };
}

/** A database that began as a demonstration stays one, unless it is switched off. */
async function demoIsOn(db: Db, config: Config, fresh: boolean): Promise<boolean> {
  if (config.demo === 'off') return false;
  const { rows } = await sql<{
    value: boolean;
  }>`select value from setting where name = 'demonstration'`.execute(db);
  const on = config.demo === 'on' || fresh || rows[0]?.value === true;
  if (on) {
    await sql`insert into setting (name, value) values ('demonstration', 'true')
      on conflict (name) do nothing`.execute(db);
  }
  return on;
}

/** The demonstration's passwords are known to everybody: such a database is not opened to others. */
async function refuseKnownPasswords(db: Db, config: Config): Promise<void> {
  const opened = openedBy(config);
  if (opened === undefined) return;
  const names = await knownPasswords(db);
  if (names.length > 0)
    throw new ConfigError(
      `${opened} is refused: these accounts still have the demonstration's password, which everybody knows: ` +
        `${names.join(', ')}. Change it or delete them; until then ${STAY_HERE}.`,
    );
}
