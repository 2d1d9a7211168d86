import { type RawBuilder, sql } from 'kysely';
import * as z from 'zod';
import { badInput, conflict, noSuchRow } from '#contract/error.ts';
import type { Page } from '#contract/envelope.ts';
import { id, pageOf, paging } from '#contract/param.ts';
import { proveForSession, stillMay } from '#feature/house/session/server/public.ts';
import type { Db } from '#server/database/db.ts';
import { type Caller, defineRoute } from '#server/route.ts';
import { signer } from '#server/resource/nameIn.ts';
import type { LinkageControlWire } from '../contract.ts';
import { faultOfTarget } from '../domain/wiring.ts';
import { code, password, passwordNeeded } from './commandRoutes.ts';
import { provenOf, rightOf } from './person.ts';
import { WIRING } from './point.ts';
import { standingsOf } from './standing.ts';
import { takeBack } from './takeBack.ts';

/** What is allowed of a linkage beside output and value: what sets it in motion, and how the output is wired. */
const allowedOf = (
  source: RawBuilder<unknown>,
  linkageId: RawBuilder<unknown>,
  controlId: RawBuilder<unknown>,
) =>
  sql`linkage_allowed(${source}, ${linkageId}) || jsonb_build_object('wired',
    (select ${WIRING} from i_remote_control r where r.id = ${controlId}))`;

/** The linkage is set in motion by the same alarms, and the output wired, as when it was allowed; of `control_arming` as a. */
const AS_ALLOWED = sql`a.allowed = ${allowedOf(sql`a.source`, sql`a.linkage_id`, sql`a.control_id`)}`;

/** Who allowed a linkage. */
interface Armed {
  readonly byId: number;
  readonly byName: string;
  /** The account may still operate the output itself. */
  readonly still: boolean;
}

/**
 * Who allowed the linkage of a run to bring an output to a value; undefined = nobody, or it was changed since. Whoever takes
 * the allowance back waits for the transaction, and ends what it gave.
 */
export async function armedFor(
  db: Db,
  runId: number,
  { controlId, value }: { readonly controlId: number; readonly value: string },
): Promise<Armed | undefined> {
  const { rows } = await sql<Omit<Armed, 'still'> & OutputPlace>`
    select a.by_id as "byId", a.by_name as "byName", o.consumer_id as "consumerId", o.site_id as "siteId"
    from linkage_record r
    join control_arming a on a.source = r._source and a.linkage_id = r.linkage_id
    join i_remote_control o on o.id = a.control_id
    where r.id = ${runId} and a.control_id = ${controlId} and a.value = ${value} and ${AS_ALLOWED}
    for share of a`.execute(db);
  const [armed] = rows;
  if (!armed) return undefined;
  const { byId, byName } = armed;
  return { byId, byName, still: await mayStillOperate(db, byId, [armed]) };
}

/** Where an output is. */
export interface OutputPlace {
  readonly consumerId: number;
  readonly siteId: number;
}

/** Whether an account may still operate outputs: what it allowed ends with its right. */
export const mayStillOperate = (
  db: Db,
  employeeId: number,
  places: readonly OutputPlace[],
): Promise<boolean> =>
  stillMay(db, {
    employeeId,
    funCode: rightOf('operate'),
    madeIn: [...new Set(places.map(({ consumerId }) => consumerId))].join(','),
    madeWithin: [...new Set(places.map(({ siteId }) => siteId))],
  });

/** The linkages that control an output, at both of their places. */
const LINKAGES = sql`(
  select 'config' as source, id, shown_name(linkage_name, linkage_name_en) as name, consumer_id, enable = '1' as "on",
    control_item_id as control_id, coalesce(control_value, '') as value from linkage_config
    where linkage_type = '4' and control_item_id is not null
  union all
  select 'control', id, shown_name(linkage_name, linkage_name_en), consumer_id, enable = '1', control_item_id,
    control_value from alarm_linkage_control) l`;

const getLinkages = defineRoute({
  method: 'GET',
  path: '/api/archive/iRemoteControl/getLinkages',
  summary: { zh: '遥控：告警联动及其授权', en: 'Control: linkages of alarms, and who allowed them' },
  permission: rightOf('view'),
  params: z.object({ ...paging, consumerId: id().optional() }),
  example: {},
  handler: async ({ trx, params, services }): Promise<Page<LinkageControlWire>> => {
    const { current, pageSize } = pageOf(params);
    const { rows } = await sql<LinkageRow>`
      select l.source, l.id as "linkageId", l.name as "linkageName", l.on, l.control_id as "controlId",
        r.control_code as "controlCode", shown_name(r.control_name, r.control_name_en) as "controlName", l.value,
        ${signer('a.by_name', 'a.by_id')} as "armedBy", a.by_id as "byId", r.consumer_id as "consumerId", r.site_id as "siteId", round(extract(epoch from a.armed_at) * 1000)::float8 as "armedAt",
        count(*) over ()::integer as total
      from ${LINKAGES} join i_remote_control r on r.id = l.control_id
      left join control_arming a on a.source = l.source and a.linkage_id = l.id and a.control_id = l.control_id
        and a.value = l.value and ${AS_ALLOWED}
      where (${params.consumerId ?? null}::integer is null or l.consumer_id = ${params.consumerId ?? null})
      order by l.name, l.source, l.id limit ${pageSize} offset ${(current - 1) * pageSize}`.execute(trx);
    return {
      list: await withStill(services.system, rows),
      pagination: { current, pageSize, total: rows[0]?.total ?? 0 },
    };
  },
});

type LinkageRow = Omit<LinkageControlWire, 'armedStill'> &
  OutputPlace & { readonly byId: number | null; readonly total: number };

/** Linkages with whether those who allowed them may still do so; an account is asked once for a site. */
async function withStill(system: Db, rows: readonly LinkageRow[]): Promise<LinkageControlWire[]> {
  const known = new Map<string, boolean>();
  const list: LinkageControlWire[] = [];
  for (const { total: _total, byId, consumerId, siteId, ...row } of rows) {
    const key = `${byId} ${siteId}`;
    if (byId !== null && !known.has(key))
      known.set(key, await mayStillOperate(system, byId, [{ consumerId, siteId }]));
    list.push({ ...row, armedStill: known.get(key) ?? null });
  }
  return list;
}

/** Takes an allowance back, with what it gave and what has not left yet. */
const disarm = (system: Db, source: string, linkageId: number, by: Caller): Promise<void> =>
  system.transaction().execute(async (own) => {
    await sql`delete from control_arming where source = ${source} and linkage_id = ${linkageId}`.execute(own);
    const { rows } = await sql<{ id: number }>`select k.id from control_command k
      join linkage_record r on r.id = k.linkage_run_id
      where r._source = ${source} and r.linkage_id = ${linkageId} and k.source = 'linkage' and k.state = 'operating'
        and k.sent_at is null`.execute(own);
    await takeBack(own, rows.map(({ id: one }) => one), { id: by.employeeId, name: by.name }); // prettier-ignore
  });

const armLinkage = defineRoute({
  method: 'POST',
  path: '/api/archive/iRemoteControl/armLinkage',
  summary: {
    zh: '遥控：授权或取消告警联动控制',
    en: 'Control: allow a linkage to operate its output, or no longer',
  },
  permission: rightOf('operate'),
  params: z.object({
    source: z.enum(['config', 'control']),
    linkageId: id(),
    armed: z.coerce.number().int().min(0).max(1),
    password,
    code,
  }),
  example: { source: 'config', linkageId: 1, armed: 0 },
  handler: async (call): Promise<{ armed: boolean }> => {
    const { trx, caller, params, services } = call;
    const { source, linkageId } = params;
    const { rows } = await sql<{ consumerId: number; controlId: number; value: string }>`
      select l.consumer_id as "consumerId", l.control_id as "controlId", l.value from ${LINKAGES}
      where l.source = ${source} and l.id = ${linkageId}`.execute(trx);
    const [linkage] = rows;
    if (!linkage) throw noSuchRow();
    if (params.armed === 0) {
      await disarm(services.system, source, linkageId, caller);
      return { armed: false };
    }
    if (params.password !== undefined) await proveForSession(call, params.password, 'password');
    if ((await provenOf(call)) === null) throw passwordNeeded();
    const { consumerId, controlId, value } = linkage;
    const [standing] = await standingsOf(trx, { ids: [controlId] });
    if (!standing) throw noSuchRow();
    if (standing.row.twoPersons)
      throw conflict({
        zh: '须两人操作的遥控点不能由告警联动',
        en: 'An output for two persons is not operated by alarms',
      });
    const target = value.trim() === '' ? Number.NaN : Number(value);
    const fault = faultOfTarget(standing.row.wiring, target);
    if (fault) throw badInput(fault, 'linkageId');
    await sql`insert into control_arming (source, linkage_id, consumer_id, control_id, value, by_id, by_name, allowed)
      values (${source}, ${linkageId}, ${consumerId}, ${controlId}, ${value}, ${caller.employeeId}, ${caller.name},
        ${allowedOf(sql`${source}`, sql`${linkageId}`, sql`${controlId}`)})
      on conflict (source, linkage_id) do update set control_id = excluded.control_id, value = excluded.value,
        allowed = excluded.allowed,
        by_id = excluded.by_id, by_name = excluded.by_name, armed_at = now()`.execute(services.system);
    return { armed: true };
  },
});

export const armingRoutes = [getLinkages, armLinkage];
