import type { AddressInfo } from 'node:net';
import { sql } from 'kysely';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Page } from '#contract/envelope.ts';
import { MINUTE_MS } from '#domain/time/duration.ts';
import { startOutboxLoop } from '#feature/house/outbox/server/public.ts';
import { silent } from '#server/database/log.ts';
import { add, buildEnterprise, type Enterprise, unique } from '#test/build.ts';
import { buildTwoSites } from '#test/build/twoSites.ts';
import { ok, startProduct, type Product } from '#test/product.ts';
import type { Raised } from '../domain/plan.ts';
import { runDue } from './due.ts';
import { sendHeld } from './held.ts';
import { planRuns, skipRuns } from './plan.ts';
import type { Ways } from './run.ts';

let product: Product;
let works: Enterprise;
const ways: Ways = {
  outbox: {
    mail: { url: 'smtp://127.0.0.1:1', from: 'a@example.com' },
    sms: { url: 'http://127.0.0.1:1', key: 'a key of sixteen characters' },
  },
  collectorAllow: new Set(),
};

beforeAll(async () => {
  product = await startProduct();
  works = await buildEnterprise(product);
});
afterAll(() => product.close());

const system = () => product.database.db;
const at = '/api/alarm/alertGroup';

/** A site of its own, so that no test floods another. */
const site = async (): Promise<number> =>
  add(await product.operator(), 'monitorSite', {
    orgName: unique('Site '),
    orgCode: unique(),
    consumerId: works.consumerId,
    timeZone: 'Asia/Shanghai',
  });
const group = async (siteId: number, change: object = {}): Promise<number> =>
  add(await product.operator(), 'alertGroup', {
    groupName: unique('G'),
    consumerId: works.consumerId,
    siteId,
    ...change,
  });
/** An account that may see the enterprise, with its addresses. */
const person = async (change: object = {}): Promise<{ id: number; email: string }> => {
  const operator = await product.operator();
  const roles = ok(
    await operator.get<{ id: number }[]>('/api/sys/orgRole/searchall', { roleCode: 'enterprise' }),
  );
  const email = `${unique('p').toLowerCase()}@example.com`;
  const id = await add(operator, 'orgEmployee', {
    userName: unique('p').toLowerCase(),
    name: 'A person',
    consumerId: works.consumerId,
    roleIdList: String(roles[0]?.id),
    email,
    ...change,
  });
  return { id, email };
};
const member = async (alertGroupId: number, employeeId: number, change: object = {}) =>
  add(await product.operator(), 'alertMember', {
    dutyName: unique('D'),
    consumerId: works.consumerId,
    alertGroupId,
    employeeId,
    ...change,
  });

/** A record as the judging writes it. */
async function raise(siteId: number, change: Partial<Raised> = {}): Promise<Raised> {
  const level = change.level ?? '2';
  const { rows } = await sql<{ id: number }>`
    insert into alarm_record (record_name, consumer_id, site_id, alarm_type, alarm_level, alarm_status, process, raised_at,
      raise_count, origin)
    values ('High load', ${works.consumerId}, ${siteId}, '1', ${level}, '1', '0', now(), 1, 'live') returning id`.execute(
    system(),
  );
  const recordId = rows[0]?.id ?? 0;
  return {
    recordId,
    count: 1,
    consumerId: works.consumerId,
    siteId,
    level,
    eventType: '1',
    eventId: 999_999,
    name: `High load ${recordId}`,
    text: { zh: `负荷过高 ${recordId}`, en: `The load is high ${recordId}` },
    raisedAt: Date.now(),
    ...change,
  };
}
const plan = (raised: readonly Raised[], now = Date.now()): Promise<number> =>
  system()
    .transaction()
    .execute((trx) => planRuns(trx, ways, raised, now));
/** Does what is due some minutes from now. */
const later = async (minutes: number): Promise<void> => {
  const now = Date.now() + minutes * MINUTE_MS;
  await system()
    .transaction()
    .execute((trx) => runDue(trx, ways, now));
  await sendHeld(system(), ways, now);
};
const lettersTo = async (recipient: string): Promise<string[]> =>
  (
    await sql<{ body: string }>`select body from outbox where recipient = ${recipient} order by id`.execute(
      system(),
    )
  ).rows.map(({ body }) => body);
const runsOf = async ({ recordId }: Raised): Promise<string[]> =>
  ok(
    await works.client.post<Page<Record<string, unknown>>>('/api/alarm/linkageRecord/getdatatable', {
      dataTable: JSON.stringify({
        filters: [{ field: 'alarmRecordId', op: 'eq', value: recordId }],
        sorter: { field: 'id', order: 'ascend' },
      }),
    }),
  )
    .list.map((one) => `${String(one['linkageType'])} ${String(one['runState'])} ${String(one['runReason'])}`)
    .toSorted((a, b) => a.localeCompare(b));

describe('an alert group', () => {
  it('tells each person once a raise, in the transaction of the record, whatever groups and linkages there are', async () => {
    const here = await site();
    const [a, b] = [await person(), await person()];
    const [first, second] = [await group(here), await group(here)];
    await member(first, a.id);
    await member(first, b.id);
    await member(second, a.id);
    const raised = await raise(here);
    await plan([raised]);
    await plan([raised]);
    expect(await lettersTo(a.email)).toEqual([raised.text.zh]);
    expect(await lettersTo(b.email)).toEqual([raised.text.zh]);
    expect(await runsOf(raised)).toEqual(['2 done filed', '2 done filed', '7 done told', '7 done told']);
  });

  it('hears of its levels, rules and site alone', async () => {
    const here = await site();
    const one = await person();
    const id = await group(here, { levels: ['1'], alarmIds: [works.archive['alarm']] });
    await member(id, one.id);
    const rule = { eventId: works.archive['alarm'] as number };
    await plan([
      await raise(here, rule),
      await raise(here, { level: '1' }),
      await raise(works.siteId, { level: '1', ...rule }),
    ]);
    expect(await lettersTo(one.email)).toEqual([]);
    const wanted = await raise(here, { level: '1', ...rule });
    await plan([wanted]);
    expect(await lettersTo(one.email)).toEqual([wanted.text.zh]);
  });

  it('says so where nobody can be told, and hands the alarm on at once', async () => {
    const here = await site();
    const boss = await person();
    const next = await group(here, { onRaise: false });
    await member(next, boss.id);
    await group(here, { escalateAfter: 30, nextGroupId: next });
    const raised = await raise(here);
    await plan([raised]);
    expect(await lettersTo(boss.email)).toEqual([raised.text.zh]);
    expect(await runsOf(raised)).toEqual(['2 done filed', '7 done told', '7 failed nobody']);
  });

  it.each([
    [{ escalateAfter: 5 }, 'nextGroupId'],
    [{ quietBegin: 22 }, 'quietEnd'],
    [{ escalateAfter: 0 }, 'escalateAfter'],
  ])('%o is refused by its field', async (fields, field) => {
    const row = { groupName: unique('G'), consumerId: works.consumerId, ...fields };
    expect(await works.client.post(`${at}/add`, row)).toMatchObject({ code: 400, field });
  });

  it('never escalates in a circle', async () => {
    const here = await site();
    const last = await group(here);
    const middle = await group(here, { escalateAfter: 5, nextGroupId: last });
    const edit = { id: last, escalateAfter: 5, nextGroupId: middle };
    expect(await works.client.post(`${at}/edit`, edit)).toMatchObject({ code: 400, field: 'nextGroupId' });
  });
});

describe('an escalation', () => {
  const build = async () => {
    const here = await site();
    const [shift, boss] = [await person(), await person()];
    const next = await group(here, { onRaise: false });
    await member(next, boss.id);
    await member(await group(here, { escalateAfter: 10, nextGroupId: next }), shift.id);
    const raised = await raise(here);
    await plan([raised]);
    return { raised, shift, boss };
  };

  it('tells the next group when nobody confirmed in time', async () => {
    const { raised, shift, boss } = await build();
    await later(9);
    expect(await lettersTo(boss.email)).toEqual([]);
    await later(11);
    await later(12);
    expect(await lettersTo(boss.email)).toEqual([raised.text.zh]);
    expect(await lettersTo(shift.email)).toHaveLength(1);
  });

  it('ends when somebody confirms, by the call of the product', async () => {
    const { raised, boss } = await build();
    const params = { alarmRecordId: raised.recordId, confirmInfo: 'seen' };
    ok(await works.client.post('/api/alarm/record/confirm', params));
    await later(11);
    expect(await lettersTo(boss.email)).toEqual([]);
    expect(await runsOf(raised)).toContain('7 skipped confirmed');
  });

  it('ends when the alarm clears, also where nobody skipped it', async () => {
    const { raised, boss } = await build();
    await sql`update alarm_record set cleared_at = now() where id = ${raised.recordId}`.execute(system());
    await later(11);
    expect(await lettersTo(boss.email)).toEqual([]);
    expect(await runsOf(raised)).toContain('7 skipped cleared');
  });
});

describe('who is told', () => {
  it('is who is on duty, and everybody where nobody is', async () => {
    const here = await site();
    const [on, off] = [await person(), await person()];
    const id = await group(here);
    const turn = await member(id, on.id, { dutyFrom: '2020-01-01' });
    await member(id, off.id, { dutyTo: '2020-01-01' });
    const first = await raise(here);
    await plan([first]);
    expect([await lettersTo(on.email), await lettersTo(off.email)]).toEqual([[first.text.zh], []]);
    ok(await works.client.post('/api/alarm/alertMember/del', { id: turn }));
    const second = await raise(here);
    await plan([second]);
    expect(await lettersTo(off.email)).toEqual([second.text.zh]);
  });

  it('may choose the way and the language, and is told all the same where the choice leads nowhere', async () => {
    const here = await site();
    const one = await person({ telephone: '13800001111' });
    await member(await group(here), one.id, { channels: ['1'] });
    const prefer = (value: object) =>
      sql`insert into account_preference (employee_id, name, value) values (${one.id}, 'alarm', ${JSON.stringify(value)})
        on conflict (employee_id, name) do update set value = excluded.value`.execute(system());
    const told = async () => [await lettersTo('13800001111'), await lettersTo(one.email)];
    const byGroup = await raise(here);
    await plan([byGroup]);
    expect(await told()).toEqual([[byGroup.text.zh], []]);
    await prefer({ channels: ['2'], language: 'en' });
    const own = await raise(here);
    await plan([own]);
    expect(await told()).toEqual([[byGroup.text.zh], [own.text.en]]);
    await prefer({ channels: 'what', language: 7 });
    const broken = await raise(here);
    await plan([broken]);
    expect(await told()).toEqual([[byGroup.text.zh, broken.text.zh], [own.text.en]]);
  });

  it('keeps the choice by the own account’s call', async () => {
    const params = { name: 'alarm', value: JSON.stringify({ channels: ['2'] }) };
    ok(await works.client.post('/api/sys/preference/save', params));
  });

  it('sees the site: nobody limited to another, gone, expired, or of another enterprise', async () => {
    const { first, second } = await buildTwoSites(product);
    const mine = works;
    works = first;
    try {
      const id = await group(first.siteId);
      const limited = await person({ orgLimitList: [second.siteId] });
      const locked = await person({ state: '0' });
      const expired = await person({ expiredTime: '2020-01-01' });
      const sees = await person({ orgLimitList: [first.siteId] });
      for (const one of [limited, locked, expired, sees]) await member(id, one.id);
      const other = await buildEnterprise(product);
      await sql`update org_employee set email = 'stranger@example.com' where id = ${other.userId}`.execute(
        system(),
      );
      await sql`insert into alert_member (duty_name, consumer_id, alert_group_id, employee_id, state)
        values ('stranger', ${first.consumerId}, ${id}, ${other.userId}, '1')`.execute(system());
      const raised = await raise(first.siteId);
      await plan([raised]);
      const told = await Promise.all(
        [limited.email, locked.email, expired.email, 'stranger@example.com', sees.email].map(lettersTo),
      );
      expect(told).toEqual([[], [], [], [], [raised.text.zh]]);
    } finally {
      works = mine;
    }
  });
});

it('reaches the mail server, in the language of the person', async () => {
  const letters: string[] = [];
  const server = new SMTPServer({
    logger: false,
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData: (stream, _session, done) => {
      let letter = '';
      stream.on('data', (part: Buffer) => (letter += part.toString()));
      stream.on('end', () => {
        letters.push(letter);
        done();
      });
    },
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as AddressInfo;
  const outbox = { mail: { url: `smtp://127.0.0.1:${port}`, from: 'house@example.com' }, sms: null };
  const here = await site();
  const one = await person();
  await sql`insert into account_preference (employee_id, name, value)
    values (${one.id}, 'alarm', '{"language":"en"}')`.execute(system());
  await member(await group(here), one.id);
  await sql`delete from outbox`.execute(system());
  const loop = startOutboxLoop(system(), outbox, product.services.files, silent);
  const raised = await raise(here);
  await system()
    .transaction()
    .execute((trx) => planRuns(trx, { ...ways, outbox }, [raised]));
  await expect.poll(() => letters.length, { timeout: 20_000 }).toBe(1);
  await loop.stop();
  await new Promise<void>((resolve) => server.close(() => resolve()));
  expect(letters[0]).toContain(raised.text.en);
  expect(letters[0]).toContain(`To: ${one.email}`);
});

describe('a flood', () => {
  it('tells what is urgent one by one, and the rest in one message a person and five minutes', async () => {
    const here = await site();
    const [a, b] = [await person(), await person()];
    const id = await group(here);
    await member(id, a.id);
    await member(id, b.id);
    const few = await Promise.all(Array.from({ length: 10 }, () => raise(here)));
    for (const one of few) await plan([one]);
    expect(await lettersTo(a.email)).toHaveLength(10);
    const rest = await Promise.all(Array.from({ length: 15 }, () => raise(here)));
    const urgent = await raise(here, { level: '1' });
    await plan([...rest, urgent]);
    expect((await lettersTo(a.email)).slice(10)).toEqual([urgent.text.zh]);
    expect(await runsOf(rest[0] as Raised)).toContain('2 waiting digest');
    const quick = rest[3] as Raised;
    await system()
      .transaction()
      .execute((trx) => skipRuns(trx, [quick.recordId], 'cleared'));
    await Promise.all([later(6), later(6), later(6)]);
    for (const { email } of [a, b]) {
      const letters = await lettersTo(email);
      expect(letters).toHaveLength(12);
      expect(letters[11]).toContain('14 条告警');
      expect(letters[11]).toContain(rest[0]?.text.zh);
      expect(letters[11]).not.toContain(quick.text.zh);
    }
    expect(await runsOf(rest[0] as Raised)).toContain('2 done filed');
    expect(await runsOf(quick)).toContain('2 skipped cleared');
    // Another site is none of it.
    const there = await site();
    const c = await person();
    await member(await group(there), c.id);
    await plan([await raise(there)]);
    expect(await lettersTo(c.email)).toHaveLength(1);
  });
});

describe('quiet hours', () => {
  const hour = (offset: number): number =>
    (Number(
      new Intl.DateTimeFormat('en-GB', {
        hour: '2-digit',
        hourCycle: 'h23',
        timeZone: 'Asia/Shanghai',
      }).format(Date.now()),
    ) +
      offset) %
    24;

  it('hold all but what is urgent until they end, and tell it then in one message', async () => {
    const here = await site();
    const one = await person();
    const quiet = { quietBegin: hour(0), quietEnd: hour(2) };
    const id = await group(here, quiet);
    await member(id, one.id);
    const calm = [await raise(here), await raise(here), await raise(here)];
    const urgent = await raise(here, { level: '1' });
    await plan([...calm, urgent]);
    expect(await lettersTo(one.email)).toEqual([urgent.text.zh]);
    expect(await runsOf(calm[0] as Raised)).toEqual(['2 waiting quiet', '7 done told']);
    const handled = calm[2] as Raised;
    const params = { alarmRecordId: handled.recordId, confirmInfo: 'seen' };
    ok(await works.client.post('/api/alarm/record/confirm', params));
    await later(121);
    const letters = await lettersTo(one.email);
    expect(letters).toHaveLength(2);
    expect(letters[1]).toContain('2 条告警');
    expect(await runsOf(handled)).toContain('2 skipped confirmed');
  });
});
