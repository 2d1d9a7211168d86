import { sql } from 'kysely';
import { ACCOUNT } from '#contract/accountType.ts';
import type { Page } from '#contract/envelope.ts';
import { HOME_ZONE } from '#domain/time/homeZone.ts';
import { openDatabase, type Db } from '#server/database/db.ts';
import { silent } from '#server/database/log.ts';
import { query } from './archive.ts';
import { time } from './figure.ts';
import { Caller } from './http.ts';
import { databaseUrl, PASSWORD, startProduct } from './product.ts';
import { fixed, limit, machineNow, measuredNow, type Part, type Section, table, whole } from './section.ts';

const ENTERPRISES = 10_000;
const METERS_EACH = 100;
/** So many of them somebody looks after. */
const OF_SEVERAL = 1000;
const CALLS = 60;
const LIMIT_MS = { one: 20, many: 100 } as const;
const FIRST_PASSWORD = 'set by another';
const USER_PASSWORD = 'chosen by oneself';

/** Enterprises with a site and meters each; their numbers. */
async function makeEnterprises(db: Db): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    insert into consumer (org_name, org_code, state)
    select 'Enterprise ' || n, 'E' || n, '1' from generate_series(1, ${ENTERPRISES}::integer) n returning id`.execute(
    db,
  );
  const ids = rows.map(({ id }) => id);
  await sql`
    insert into monitor_site (org_name, org_code, consumer_id, time_zone, state)
    select org_name, org_code, id, ${HOME_ZONE}, '1' from consumer where id = any (${ids}::integer[])`.execute(
    db,
  );
  await sql`
    insert into ammeter (ammeter_name, ammeter_code, consumer_id, site_id, device_type, data_type, interval_seconds, rated_power, state)
    select 'Meter ' || n, 'M' || n, s.consumer_id, s.id, '4', '1', 900, (n * 7 + s.id) % 900, '1'
    from generate_series(1, ${METERS_EACH}::integer) n cross join monitor_site s`.execute(db);
  await sql`vacuum (analyze)`.execute(db);
  await sql`checkpoint`.execute(db);
  return ids;
}

/** A person who sees these enterprises and no others, logged in. */
async function personOf(
  operator: Caller,
  baseUrl: string,
  { name, ids }: { name: string; ids: readonly number[] },
): Promise<Caller> {
  const roles = await operator.get<{ id: number; roleCode: string }[]>('/api/sys/orgRole/getall');
  const { id } = await operator.post<{ id: number }>('/api/sys/orgEmployee/add', {
    userName: name,
    name,
    accountType: ACCOUNT.enterprise,
    consumerId: ids[0],
    consumerIdList: ids,
    roleIdList: roles.filter(({ roleCode }) => roleCode === 'enterprise').map((role) => role.id),
  });
  await operator.post('/api/sys/orgEmployee/updateEmpPassword', {
    userId: id,
    adminPassword: PASSWORD,
    userPassword: FIRST_PASSWORD,
  });
  const person = new Caller(baseUrl);
  await person.login(name, FIRST_PASSWORD);
  await person.post('/api/sys/orgEmployee/updateOwnPassword', { old: FIRST_PASSWORD, new: USER_PASSWORD });
  return person;
}

/** Pages of 50 meters as people ask for them. */
const PAGES: Readonly<Record<string, (i: number) => object>> = {
  'the first page': () => ({ current: 1, pageSize: 50 }),
  'the second page, by name': () => ({
    current: 2,
    pageSize: 50,
    sorter: { field: 'ammeterName', order: 'ascend' },
  }),
  'by power': () => ({ current: 1, pageSize: 50, sorter: { field: 'ratedPower', order: 'descend' } }),
  'search by a part of the name': (i) => ({ current: 1, pageSize: 50, search: `Meter ${i % 100}` }),
  'filter by power': (i) => ({
    current: 1,
    pageSize: 50,
    filters: [{ field: 'ratedPower', op: 'gt', value: 100 + i }],
  }),
};

async function measure(say: (line: string) => void): Promise<readonly Part[]> {
  const machine = machineNow();
  const product = await startProduct();
  const system = await openDatabase(await databaseUrl(product.dataDir), { log: silent, max: 2 });
  const callers: Caller[] = [];
  const open = (caller: Caller): Caller => {
    callers.push(caller);
    return caller;
  };
  try {
    const operator = open(new Caller(product.baseUrl));
    await operator.login('operator', PASSWORD);
    say(`entering ${whole(ENTERPRISES * METERS_EACH)} meters of ${whole(ENTERPRISES)} enterprises …`);
    const ids = await makeEnterprises(system.db);
    // Spread over all of them, as their numbers come.
    const every = ids.filter((_, i) => i % (ENTERPRISES / OF_SEVERAL) === 0);
    const one = ids[ENTERPRISES / 2] ?? 0;
    const people = [
      { who: 'of one', most: LIMIT_MS.one, name: 'one', ids: [one] },
      {
        who: `of ${whole(OF_SEVERAL)}`,
        most: LIMIT_MS.many,
        name: 'many',
        ids: every,
      },
    ] as const;
    const rows: (string | number)[][] = [];
    for (const { who, most, ...account } of people) {
      const person = open(await personOf(operator, product.baseUrl, account));
      for (const [name, ask] of Object.entries(PAGES)) {
        let total = 0;
        const { p50, p95 } = await time(CALLS, async (i) => {
          const page = await person.get<Page<unknown>>(`/api/archive/ammeter/getdatatable${query(ask(i))}`);
          total = page.pagination.total;
        });
        rows.push([who, name, whole(total), fixed(p50, 1), fixed(p95, 1), limit(p95, '≤', most, ' ms')]);
        say(`${who}, ${name}: ${whole(total)} hits, ${fixed(p50, 1)} / ${fixed(p95, 1)} ms`);
      }
    }
    const text = `${measuredNow(machine)}

${whole(ENTERPRISES)} enterprises of ${METERS_EACH} meters each in one database; pages of 50 meters with their number in all, as somebody of one enterprise and somebody who looks after every tenth ask for them. One person asks each ${CALLS} times, warm, over HTTP with session, scope and JSON.

${table(['who', 'page', 'hits', 'p50 ms', 'p95 ms', 'limit (p95)'], rows)}`;
    return [{ title: `${whole(ENTERPRISES)} enterprises`, text }];
  } finally {
    for (const caller of callers) caller.close();
    await system.close();
    await product.stop();
  }
}

/** Pages of lists where most rows of the table are another enterprise's. */
export const enterprises: Section = { name: 'enterprises', onRequest: true, measure };
