import { sql } from 'kysely';
import type { Page } from '#contract/envelope.ts';
import { MINUTE_MS } from '#domain/time/duration.ts';
import type { Raised } from '#feature/watch/linkage/domain/plan.ts';
import { runDue } from '#feature/watch/linkage/server/due.ts';
import { sendHeld } from '#feature/watch/linkage/server/held.ts';
import { planRuns } from '#feature/watch/linkage/server/plan.ts';
import type { Ways } from '#feature/watch/linkage/server/run.ts';
import { ok, type Product } from '../product.ts';
import { add, type Enterprise, unique } from '../build.ts';

/** Ways that lead nowhere: what is told stays in the outbox. */
export const closedWays: Ways = {
  outbox: {
    mail: { url: 'smtp://127.0.0.1:1', from: 'a@example.com' },
    sms: { url: 'http://127.0.0.1:1', key: 'a key of sixteen characters' },
  },
  outwardAllow: new Set(),
};

type Current = () => { product: Product; works: Enterprise };

/** Sites, alert groups, their people and alarms of the enterprise of the moment, and what became of them. */
export const alertScene = (current: Current) => ({ ...people(current), ...alarms(current) });

function people(current: Current) {
  /** A site of its own, so that no test floods another. */
  const site = async (): Promise<number> =>
    add(await current().product.operator(), 'monitorSite', {
      orgName: unique('Site '),
      orgCode: unique(),
      consumerId: current().works.consumerId,
      timeZone: 'Asia/Shanghai',
    });
  const group = async (siteId: number, change: object = {}): Promise<number> =>
    add(await current().product.operator(), 'alertGroup', {
      groupName: unique('G'),
      consumerId: current().works.consumerId,
      siteId,
      ...change,
    });
  /** An account that may see the enterprise, with its addresses. */
  const person = async (change: object = {}): Promise<{ id: number; email: string }> => {
    const operator = await current().product.operator();
    const roles = ok(
      await operator.get<{ id: number }[]>('/api/sys/orgRole/searchall', { roleCode: 'enterprise' }),
    );
    const email = `${unique('p').toLowerCase()}@example.com`;
    const id = await add(operator, 'orgEmployee', {
      userName: unique('p').toLowerCase(),
      name: 'A person',
      consumerId: current().works.consumerId,
      roleIdList: String(roles[0]?.id),
      email,
      ...change,
    });
    return { id, email };
  };
  const member = async (alertGroupId: number, employeeId: number, change: object = {}) =>
    add(await current().product.operator(), 'alertMember', {
      dutyName: unique('D'),
      consumerId: current().works.consumerId,
      alertGroupId,
      employeeId,
      ...change,
    });

  /** A site with a person who is told of everything there. */
  async function watched(): Promise<{ here: number; email: string }> {
    const here = await site();
    const { id, email } = await person();
    await member(await group(here), id);
    return { here, email };
  }

  return { site, group, person, member, watched };
}

function alarms(current: Current) {
  const system = () => current().product.database.db;

  /** A record as the judging writes it. */
  async function raise(siteId: number, change: Partial<Raised> = {}): Promise<Raised> {
    const level = change.level ?? '2';
    const { rows } = await sql<{ id: number }>`
      insert into alarm_record (record_name, consumer_id, site_id, alarm_type, alarm_level, alarm_status, process, raised_at,
        raise_count, origin)
      values ('High load', ${current().works.consumerId}, ${siteId}, '1', ${level}, '1', '0', now(), 1, 'live') returning id`.execute(
      system(),
    );
    const recordId = rows[0]?.id ?? 0;
    return {
      recordId,
      count: 1,
      consumerId: current().works.consumerId,
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
  const plan = (raised: readonly Raised[], at = Date.now()): Promise<number> =>
    system()
      .transaction()
      .execute((trx) => planRuns(trx, closedWays, raised, at));
  /** Does what is due some minutes from now. */
  const later = async (minutes: number): Promise<void> => {
    const at = Date.now() + minutes * MINUTE_MS;
    await system()
      .transaction()
      .execute((trx) => runDue(trx, closedWays, at));
    await sendHeld(system(), closedWays, at);
  };
  const lettersTo = async (recipient: string): Promise<string[]> =>
    (
      await sql<{ body: string }>`select body from outbox where recipient = ${recipient} order by id`.execute(
        system(),
      )
    ).rows.map(({ body }) => body);
  const runsOf = async ({ recordId }: Raised): Promise<string[]> =>
    ok(
      await current().works.client.post<Page<Record<string, unknown>>>(
        '/api/alarm/linkageRecord/getdatatable',
        {
          dataTable: JSON.stringify({
            filters: [{ field: 'alarmRecordId', op: 'eq', value: recordId }],
            sorter: { field: 'id', order: 'ascend' },
          }),
        },
      ),
    )
      .list.map(
        (one) => `${String(one['linkageType'])} ${String(one['runState'])} ${String(one['runReason'])}`,
      )
      .toSorted((a, b) => a.localeCompare(b));

  return { raise, plan, later, lettersTo, runsOf };
}
