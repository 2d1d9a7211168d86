import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Zone } from '#domain/time/zone.ts';
import { startOutboxLoop } from '#feature/house/outbox/server/public.ts';
import { silent } from '#server/database/log.ts';
import { unique } from '#test/build.ts';
import { alertScene, closedWays } from '#test/build/alertScene.ts';
import { buildTwoSites } from '#test/build/twoSites.ts';
import { openMailServer } from '#test/mailServer.ts';
import { ok, startProduct, type Product } from '#test/product.ts';
import { type WholeEnterprise, buildWholeEnterprise } from '#test/build/whole.ts';
import { planRuns } from './plan.ts';

let product: Product;
let works: WholeEnterprise;
const { site, group, person, member, raise, plan, later, lettersTo, runsOf } = alertScene(() => ({
  product,
  works,
}));

beforeAll(async () => {
  product = await startProduct();
  works = await buildWholeEnterprise(product);
});
afterAll(() => product.close());

const system = () => product.database.db;
const at = '/api/alarm/alertGroup';

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

  it('is told at the earlier time where two others hand on to it', async () => {
    const here = await site();
    const boss = await person();
    const one = await person();
    const next = await group(here, { onRaise: false });
    await member(next, boss.id);
    for (const escalateAfter of [30, 5])
      await member(await group(here, { escalateAfter, nextGroupId: next }), one.id);
    const raised = await raise(here);
    await plan([raised]);
    expect(await lettersTo(boss.email)).toEqual([]);
    await later(6);
    expect(await lettersTo(boss.email)).toEqual([raised.text.zh]);
    await later(31);
    expect(await lettersTo(boss.email)).toHaveLength(1);
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

describe('a person who is in several lists', () => {
  it('is told at once by the group on duty where the letter of a linkage waits for the end of quiet hours', async () => {
    const here = await site();
    const duty = await person();
    const { hour } = new Zone('Asia/Shanghai').local(Date.now());
    const linkage = { linkageName: unique('L'), consumerId: works.consumerId, siteId: here, linkageType: '2', eventType: '1' }; // prettier-ignore
    ok(await works.client.post('/api/alarm/linkageConfig/add', { ...linkage, emails: duty.email, quietBegin: hour, quietEnd: (hour + 2) % 24, enable: '1' })); // prettier-ignore
    await member(await group(here), duty.id);
    const raised = await raise(here);
    await plan([raised]);
    expect(await lettersTo(duty.email)).toEqual([raised.text.zh]);
    expect(await runsOf(raised)).toEqual(['2 done filed', '2 waiting quiet', '7 done told']);
    await later(3 * 60);
    expect(await lettersTo(duty.email)).toHaveLength(1);
    expect(await runsOf(raised)).toContain('2 skipped toldBefore');
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

  it('counts its minutes from the end of the quiet hours that hold the letters of the group before', async () => {
    const here = await site();
    const [shift, boss] = [await person(), await person()];
    const next = await group(here, { onRaise: false });
    await member(next, boss.id);
    const { hour } = new Zone('Asia/Shanghai').local(Date.now());
    const quiet = { quietBegin: hour, quietEnd: (hour + 2) % 24 };
    await member(await group(here, { escalateAfter: 90, nextGroupId: next, ...quiet }), shift.id);
    const [calm, urgent] = [await raise(here), await raise(here, { level: '1' })];
    await plan([calm, urgent]);
    // The quiet hours end in one to two hours.
    await later(91);
    expect(await lettersTo(boss.email)).toEqual([urgent.text.zh]);
    await later(149);
    expect(await lettersTo(shift.email)).toEqual([urgent.text.zh, calm.text.zh]);
    expect(await lettersTo(boss.email)).toHaveLength(1);
    await later(211);
    expect(await lettersTo(boss.email)).toEqual([urgent.text.zh, calm.text.zh]);
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
      const other = await buildWholeEnterprise(product);
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
  const { letters, port, close } = await openMailServer();
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
    .execute((trx) => planRuns(trx, { ...closedWays, outbox }, [raised]));
  await expect.poll(() => letters.length, { timeout: 20_000 }).toBe(1);
  await loop.stop();
  await close();
  expect(letters[0]).toContain(raised.text.en);
  expect(letters[0]).toContain(`To: ${one.email}`);
});
