import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { SelectedWire } from '#feature/watch/control/contract.ts';
import { type Db, openDatabase } from '#server/database/db.ts';
import { silent } from '#server/database/log.ts';
import { RelayBox } from '../simulator/device/relayBox.ts';
import { cpuOfTree } from './cpu.ts';
import { percentile } from './figure.ts';
import { Caller } from './http.ts';
import { databaseUrl, PASSWORD, startProduct } from './product.ts';
import { fixed, limit, machineNow, measuredNow, type Part, type Section, table } from './section.ts';

/*
 * From the press of "select" to the proof by two reads a second apart, of 100 outputs of the simulated relay box that are
 * operated at the same moment.
 */
const POINTS = 100;
/** A person operates sixty times an hour at most. */
const OF_ONE = 50;
const LIMIT_MS = 1500;
const CONTROL = '/api/archive/iRemoteControl';

interface Bench {
  readonly people: readonly Caller[];
  readonly points: readonly number[];
}

type Added = { readonly id: number };

/** An enterprise with a box on one channel, and two people who may operate. */
async function build(baseUrl: string, db: Db, box: RelayBox): Promise<Bench> {
  const operator = new Caller(baseUrl);
  await operator.login('operator', PASSWORD);
  const add = async (path: string, row: object): Promise<number> =>
    (await operator.post<Added>(`/api/${path}/add`, row)).id;
  const consumerId = await add('archive/consumer', { orgName: 'Bench works', orgCode: 'BENCH' });
  const siteId = await add('archive/monitorSite', {
    orgName: 'Bench site',
    orgCode: 'BENCH-1',
    consumerId,
    timeZone: 'Asia/Shanghai',
  });
  const gatewayId = await add('archive/gateway', { gatewayName: 'Bench gateway', consumerId });
  const channelId = await add('archive/collectorChannel', {
    channelName: 'Bench box',
    consumerId,
    gatewayId,
    protocol: '1',
    host: '127.0.0.1',
    port: box.port,
    intervalSeconds: 3600,
    timeoutMs: 3000,
  });
  const points: number[] = [];
  for (let address = 0; address < POINTS; address++)
    points.push(
      await add('archive/iRemoteControl', {
        controlName: `Output ${address}`,
        controlCode: `Q${address}`,
        consumerId,
        siteId,
        way: '1',
        channelId,
        unitAddress: 1,
        writeFunction: '5',
        writeAddress: String(address),
        readFunction: '1',
        readAddress: String(address),
      }),
    );
  const people = [];
  for (let i = 0; i < POINTS / OF_ONE; i++) people.push(await person(baseUrl, operator, db, consumerId, i));
  operator.close();
  return { people, points };
}

/** A person with the role of an enterprise, whose password was given just now. */
async function person(
  baseUrl: string,
  operator: Caller,
  db: Db,
  consumerId: number,
  i: number,
): Promise<Caller> {
  const [role] = await operator.get<readonly Added[]>('/api/sys/orgRole/searchall?roleCode=enterprise');
  const userName = `switcher${i}`;
  const { id: userId } = await operator.post<Added>('/api/sys/orgEmployee/add', {
    userName,
    name: `Person ${i}`,
    consumerId,
    roleIdList: String(role?.id),
  });
  const userPassword = `quiet river ${i} at noon`;
  await operator.post('/api/sys/orgEmployee/updateEmpPassword', { userId, adminPassword: PASSWORD, userPassword }); // prettier-ignore
  await sql`update employee_secret set must_change = false where employee_id = ${userId}`.execute(db);
  const caller = new Caller(baseUrl);
  await caller.login(userName, userPassword);
  await caller.post(`${CONTROL}/prove`, { password: userPassword });
  return caller;
}

interface Round {
  /** ms from the press to the proof, and to the answer of the device. */
  readonly verified: readonly number[];
  readonly other: number;
}

/** Everybody operates every output at once; the ends are those that the database tells, of the same clock. */
async function operateAll({ people, points }: Bench, db: Db, value: number): Promise<Round> {
  const begun = new Map<number, number>();
  await Promise.all(
    points.map(async (id, i) => {
      const caller = people[Math.floor(i / OF_ONE)] as Caller;
      const at = Date.now();
      const { command, token } = await caller.post<SelectedWire>(`${CONTROL}/select`, { id, value });
      begun.set(command.commandId, at);
      await caller.post(`${CONTROL}/operate`, { commandId: command.commandId, token });
    }),
  );
  for (;;) {
    const { rows } = await sql<{ id: number; state: string; at: number | null }>`
      select id, state, (extract(epoch from ended_at) * 1000)::float8 as at from control_command
      where id = any (${[...begun.keys()]}::integer[])`.execute(db);
    if (rows.every(({ at }) => at !== null)) {
      const proven = rows.filter(({ state }) => state === 'verified');
      const verified = proven.map(({ id, at }) => (at ?? 0) - (begun.get(id) ?? 0));
      return { verified, other: rows.length - proven.length };
    }
    await sleep(200);
  }
}

async function measure(say: (line: string) => void): Promise<readonly Part[]> {
  const machine = machineNow();
  const product = await startProduct({ COLLECTOR_ALLOW: '127.0.0.1' });
  const box = await RelayBox.listen(Array.from({ length: POINTS }, (_, i) => i), []); // prettier-ignore
  const database = await openDatabase(await databaseUrl(product.dataDir), { max: 2, log: silent });
  const { db } = database;
  try {
    const bench = await build(product.baseUrl, db, box);
    await known(db);
    say(`${POINTS} outputs at once …`);
    // A product that has been running: its connections know the statements, its code is compiled. Not counted.
    for (const value of [0, 1, 0]) {
      await operateAll(bench, db, value);
      await longAgo(db);
    }
    const written = box.writes.length;
    const cpu = cpuOfTree(product.pid);
    const rounds: Round[] = [];
    for (const value of [1, 0, 1]) {
      const round = await operateAll(bench, db, value);
      say(`  p95 ${fixed(percentile(round.verified, 0.95), 0)} ms, ${round.other} not verified`);
      rounds.push(round);
      await longAgo(db);
    }
    const used = ((cpuOfTree(product.pid) - cpu) * 1000) / (rounds.length * POINTS);
    const all = rounds.flatMap(({ verified }) => verified);
    const [p50, p95] = [percentile(all, 0.5), percentile(all, 0.95)];
    const wrong = rounds.reduce((n, { other }) => n + other, 0);
    const twice = box.writes.length - written - rounds.length * POINTS;
    const text = `${measuredNow(machine)}

${POINTS} outputs on one channel of the simulated relay box, selected and operated at the same moment by ${POINTS / OF_ONE} people, ${rounds.length} rounds after three that are not counted. A second of it is the time between the two reads that prove a position.

${table(
  ['what', 'measured', 'limit'],
  [
    ['select to verified, p50 s', fixed(p50 / 1000), ''],
    ['select to verified, p95 s', fixed(p95 / 1000), limit(p95 / 1000, '≤', LIMIT_MS / 1000)],
    ['CPU of the product and its database, ms a command', fixed(used, 1), ''],
    ['not verified', wrong, limit(wrong, '≤', 0)],
    ['writes on the wire beyond one a command', twice, limit(Math.abs(twice), '≤', 0)],
  ],
)}`;
    return [{ title: 'Control: select to verified', text }];
  } finally {
    await database.close();
    await product.stop();
    await box.close();
  }
}

/** As if the operations so far were long ago: between two of an output lie five seconds. */
const longAgo = (db: Db): Promise<unknown> =>
  sql`update control_command set operated_at = operated_at - interval '2 hours'`.execute(db);

/** The position of each output is known. */
async function known(db: Db): Promise<void> {
  for (let i = 0; i < 300; i++) {
    const { rows } = await sql<{ n: number }>`
      select count(*)::integer as n from control_state where value is not null`.execute(db);
    if (rows[0]?.n === POINTS) return;
    await sleep(100);
  }
  throw new Error('the positions of the outputs are not known');
}

export const control: Section = { name: 'control', onRequest: true, measure };
