import { sql } from 'kysely';
import * as z from 'zod';
import { badInput, conflict, noSuchRow } from '#contract/error.ts';
import type { Page } from '#contract/envelope.ts';
import { id, pageOf, paging } from '#contract/param.ts';
import { proveForSession } from '#feature/house/session/server/public.ts';
import type { Db } from '#server/database/db.ts';
import { defineRoute } from '#server/route.ts';
import { signer } from '#server/resource/nameIn.ts';
import type { LinkageControlWire } from '../contract.ts';
import { faultOfTarget } from '../domain/wiring.ts';
import { code, password, passwordNeeded } from './commandRoutes.ts';
import { provenOf, rightOf } from './person.ts';
import { standingsOf } from './standing.ts';

/** Who allowed the linkage of a run to bring an output to a value; undefined = nobody, or it was changed since. */
export async function armedFor(
  db: Db,
  runId: number,
  { controlId, value }: { readonly controlId: number; readonly value: string },
): Promise<{ readonly byId: number; readonly byName: string } | undefined> {
  const { rows } = await sql<{ byId: number; byName: string }>`
    select a.by_id as "byId", a.by_name as "byName" from linkage_record r
    join control_arming a on a.source = r._source and a.linkage_id = r.linkage_id
    where r.id = ${runId} and a.control_id = ${controlId} and a.value = ${value}`.execute(db);
  return rows[0];
}

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
  handler: async ({ trx, params }): Promise<Page<LinkageControlWire>> => {
    const { current, pageSize } = pageOf(params);
    const { rows } = await sql<LinkageControlWire & { total: number }>`
      select l.source, l.id as "linkageId", l.name as "linkageName", l.on, l.control_id as "controlId",
        r.control_code as "controlCode", shown_name(r.control_name, r.control_name_en) as "controlName", l.value,
        ${signer('a.by_name', 'a.by_id')} as "armedBy", round(extract(epoch from a.armed_at) * 1000)::float8 as "armedAt",
        count(*) over ()::integer as total
      from ${LINKAGES} join i_remote_control r on r.id = l.control_id
      left join control_arming a on a.source = l.source and a.linkage_id = l.id and a.control_id = l.control_id
        and a.value = l.value
      where (${params.consumerId ?? null}::integer is null or l.consumer_id = ${params.consumerId ?? null})
      order by l.name, l.source, l.id limit ${pageSize} offset ${(current - 1) * pageSize}`.execute(trx);
    return {
      list: rows.map(({ total: _total, ...row }) => row),
      pagination: { current, pageSize, total: rows[0]?.total ?? 0 },
    };
  },
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
      await sql`delete from control_arming where source = ${source} and linkage_id = ${linkageId}`.execute(
        services.system,
      );
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
    await sql`insert into control_arming (source, linkage_id, consumer_id, control_id, value, by_id, by_name)
      values (${source}, ${linkageId}, ${consumerId}, ${controlId}, ${value}, ${caller.employeeId}, ${caller.name})
      on conflict (source, linkage_id) do update set control_id = excluded.control_id, value = excluded.value,
        by_id = excluded.by_id, by_name = excluded.by_name, armed_at = now()`.execute(services.system);
    return { armed: true };
  },
});

export const armingRoutes = [getLinkages, armLinkage];
