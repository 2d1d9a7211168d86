import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { isPasswordOf } from '#feature/house/session/server/public.ts';
import { ok, type Product, startProduct } from '#test/product.ts';
import { enterAccounts, openAccounts } from './accounts.ts';
import { loadState, saveState } from './state.ts';

let product: Product;
beforeAll(async () => {
  product = await startProduct();
});
afterAll(() => product.close());

const STAFF = ['electrician', 'accountant', 'inspector'].map((name) => `${name} / ${name}-demo`);
const NONE = { sampleDir: undefined };
const idOf = async (name: string): Promise<number> => {
  const { rows } = await product.database.pool.query<{ id: number }>(
    'select id from org_employee where user_name = $1',
    [name],
  );
  return rows[0]?.id ?? 0;
};

it('are there after one step, each with its enterprise; the list names those that one may log in with', async () => {
  const { system } = product.services;
  expect(await openAccounts(system)).toEqual([]);
  const sampleDir = await mkdtemp(join(tmpdir(), 'meterhouse-sample-'));
  await writeFile(join(sampleDir, 'steel_industry_15min_2018.csv'), '');
  await enterAccounts(system, { sampleDir });
  await rm(sampleDir, { recursive: true });
  // The operator of this database has a password of its own.
  expect(await openAccounts(system)).toEqual(['steel / steel-demo', 'campus / campus-demo', ...STAFF]);
  const steel = await product.login('steel', 'steel-demo');
  expect(ok(await steel.get('/api/archive/consumer/getall'))).toMatchObject([
    { orgCode: 'steel' },
    { orgCode: 'sample' },
  ]);
  expect(ok(await steel.get('/api/sys/getUserInfo'))).toMatchObject({
    passwordExpired: 0,
    home: '/SDNMonitoring/Overview',
  });
  for (const name of ['electrician', 'accountant', 'inspector']) {
    const person = await product.login(name, `${name}-demo`);
    expect(ok(await person.get('/api/sys/getUserInfo'))).toMatchObject({
      home: `/home/${name}`,
      homes: [name, 'manager'],
    });
  }
});

it('done again changes nothing: neither a password that somebody chose nor, once complete, what was deleted', async () => {
  const { system } = product.services;
  const steel = await product.login('steel', 'steel-demo');
  const chosen = { old: 'steel-demo', new: 'another word 2026' };
  ok(await steel.post('/api/sys/orgEmployee/updateOwnPassword', chosen));
  await enterAccounts(system, NONE);
  expect(await isPasswordOf(system, await idOf('steel'), chosen.new)).toBe(true);
  expect(await openAccounts(system)).toEqual(['campus / campus-demo', ...STAFF]);

  const state = { seed: 1, from: 0, complete: false, sentUntil: 0, gateways: [] };
  await loadState(system, state);
  await saveState(system, { complete: true });
  const operator = await product.operator();
  ok(await operator.post('/api/sys/orgEmployee/del', { id: await idOf('campus') }));
  await enterAccounts(system, NONE);
  expect(await idOf('campus')).toBe(0);
  expect(await openAccounts(system)).toEqual(STAFF);
});
