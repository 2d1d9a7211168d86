import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import type { Log } from '../database/log.ts';
import { citusState, seriesTables } from './catalog.ts';
import { distribute, OUTCOME } from './distribute.ts';
import { planDistribution, versionFault } from './plan.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

async function run(
  dryRun: boolean,
  trial = false,
): Promise<{ outcome: number; told: string[]; faults: string[] }> {
  const reported: string[] = [];
  const faults: string[] = [];
  const log: Log = {
    info: (text) => void reported.push(text),
    warn: (text) => void faults.push(text),
    error: (text) => void faults.push(text),
  };
  return { outcome: await distribute(database.pool, { dryRun, trial, log }), told: reported, faults };
}

it('says plainly that Citus is not there, changes nothing, and tells the statements when asked', async () => {
  // The embedded PostgreSQL and those of this machine have no Citus; where one has, this is not its test.
  if ((await citusState(database.pool)).available !== null) return;
  const real = await run(false, true);
  expect(real).toMatchObject({ outcome: OUTCOME.noCitus, told: [] });
  expect(real.faults).toEqual([expect.stringMatching(/^This PostgreSQL has no extension citus/)]);
  const dry = await run(true);
  expect(dry.outcome).toBe(OUTCOME.noCitus);
  expect(dry.told.slice(0, 4)).toEqual([
    'create extension if not exists citus;',
    `select create_distributed_table('reading', 'meter_id');`,
    `select truncate_local_data_after_distributing_table('reading');`,
    `select create_distributed_table('correction', 'meter_id', colocate_with => 'reading');`,
  ]);
});

it('distributes nothing that people rely on: it says what is known to be wrong on a cluster', async () => {
  const { outcome, told, faults } = await run(false);
  expect({ outcome, told }).toEqual({ outcome: OUTCOME.faulty, told: [] });
  expect(faults).toEqual([expect.stringContaining('counts as accepted and is lost')]);
});

it('leaves what is distributed already, and puts the rest beside it', async () => {
  const tables = await seriesTables(database.pool);
  const names = tables.map((table) => table.name);
  expect(planDistribution(tables, names).statements).toEqual(['create extension if not exists citus']);
  const rest = planDistribution(tables, ['usage']).statements;
  expect(rest).toHaveLength(1 + 2 * (names.length - 1));
  expect(rest[1]).toBe(`select create_distributed_table('reading', 'meter_id', colocate_with => 'usage')`);
  expect(versionFault('12.1-1')).toBeNull();
  expect(versionFault('11.3')).toMatch(/too old/);
});

it('finds what a cluster would refuse, and then does nothing', async () => {
  await database.pool.query(`
    create table odd (id bigint primary key, meter_id integer not null, source integer references data_source (id));
    create unique index on odd (meter_id, id);
    alter table odd enable row level security;
    create function odd_told() returns trigger language plpgsql as 'begin return null; end';
    create trigger told after insert on odd for each row execute function odd_told();
    create table wide (meter_id bigint primary key);
  `);
  const { outcome, faults, told: reported } = await run(true);
  expect(outcome).toBe(OUTCOME.faulty);
  expect(reported).toEqual([]);
  expect(faults).toEqual([
    'odd: the key odd_pkey (id) does not begin with meter_id.',
    'odd: the foreign key odd_source_fkey from odd to data_source would be refused between distributed and local tables.',
    'odd: the trigger told would not run on the machines that hold the rows.',
    'odd: row level security would be decided away from the coordinator.',
    expect.stringContaining('meter_id has several types (integer, bigint)'),
    'Nothing was changed.',
  ]);
});
