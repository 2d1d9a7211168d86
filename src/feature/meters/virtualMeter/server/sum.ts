import { sql } from 'kysely';
import * as z from 'zod';
import { DEVICE_TYPE } from '#contract/deviceType.ts';
import { badInput, conflict } from '#contract/error.ts';
import { readJson } from '#contract/json.ts';
import { id, yesNo } from '#contract/param.ts';
import { checkSum } from '#feature/meters/countedTwice/server/public.ts';
import {
  holdExtents,
  markIntervals,
  type VisibleMeter,
  visibleMeter,
  visibleMeters,
} from '#feature/meters/reading/server/public.ts';
import { fileRepair } from '#feature/meters/recalculation/server/public.ts';
import type { Db } from '#server/database/db.ts';
import { defineRoute } from '#server/route.ts';
import type { SumDefinition, SumItem } from '../contract.ts';
import { refuseLoop } from './refuseLoop.ts';

// Any fixed number: one definition of an enterprise is checked for loops and written at a time.
const LOCK_CLASS = 7_303_017;

const items = z.preprocess(
  (raw) => (typeof raw === 'string' ? (readJson(raw) ?? raw) : raw),
  z.array(z.object({ ammeterId: id(), sign: z.union([z.literal(1), z.literal(-1)]) })).max(500),
);

async function definitionOf(trx: Db, meterId: number): Promise<SumDefinition> {
  const { rows } = await sql<SumItem>`
    select a.id as "ammeterId", a.ammeter_code as "ammeterCode", shown_name(a.ammeter_name, a.ammeter_name_en) as "ammeterName", s.sign::integer as sign
    from ammeter_sum s join ammeter a on a.id = s.child_id where s.ammeter_id = ${meterId} order by a.ammeter_code, a.id`.execute(
    trx,
  );
  const kind = await sql<{
    type: string;
  }>`select device_type as type from ammeter where id = ${meterId}`.execute(trx);
  return { ammeterId: meterId, virtual: kind.rows[0]?.type === DEVICE_TYPE.totalAdder, items: rows };
}

/** What a virtual meter is the sum of. */
export const getSum = defineRoute({
  method: 'GET',
  path: '/api/archive/ammeterSum/getSum',
  summary: { zh: '总加表的组成', en: 'What a virtual meter is the sum of' },
  permission: 'archive.ammeter.view',
  params: z.object({ ammeterId: id() }),
  example: { ammeterId: 1 },
  handler: async ({ trx, params }) => definitionOf(trx, (await visibleMeter(trx, params.ammeterId)).id),
});

/** Puts another definition in place of the present one; its figures and those of all sums above are repaired. */
export const editSum = defineRoute({
  method: 'POST',
  path: '/api/archive/ammeterSum/editSum',
  summary: { zh: '设置总加表的组成', en: 'Say what a virtual meter is the sum of' },
  permission: 'archive.ammeter.edit',
  params: z.object({ ammeterId: id(), items, confirmed: yesNo().default(false) }),
  example: { ammeterId: 1, items: [{ ammeterId: 2, sign: 1 }] },
  handler: async ({ trx, caller, services, language, params }) => {
    const meter = await visibleMeter(trx, params.ammeterId);
    await sql`select pg_advisory_xact_lock(${LOCK_CLASS}, ${meter.consumerId})`.execute(trx);
    const before = await definitionOf(trx, meter.id);
    if (!before.virtual)
      throw badInput(
        {
          zh: '只有类型为“总加”的表计可由其他表计组成',
          en: 'Only a meter of the type “total adder” can be a sum',
        },
        'ammeterId',
      );
    await refuseHidden(trx, before);
    await checkParts(trx, meter, params.items.map((item) => item.ammeterId)); // prettier-ignore
    await checkSum(
      { trx, caller, services, language, confirmed: params.confirmed },
      meter,
      params.items.map(({ ammeterId, sign }) => ({ partId: ammeterId, sign })),
    );
    const extents = await holdExtents(trx, [meter.id, ...params.items.map((item) => item.ammeterId)]);
    await sql`delete from ammeter_sum where ammeter_id = ${meter.id}`.execute(trx);
    await sql`insert into ammeter_sum (ammeter_id, child_id, sign, consumer_id)
      select ${meter.id}, child, sign, ${meter.consumerId}
      from unnest(${params.items.map((item) => item.ammeterId)}::integer[], ${params.items.map((item) => item.sign)}::integer[])
        p (child, sign)`.execute(trx);
    const after = await definitionOf(trx, meter.id);
    await sql`insert into oper_log (employee_id, user_name, consumer_id, resource, row_id, action, before, after, remarks)
      values (${caller.employeeId}, ${caller.userName}, ${meter.consumerId}, 'ammeterSum', ${meter.id}, 'edit',
        ${JSON.stringify(before)}, ${JSON.stringify(after)}, ${meter.name})`.execute(trx);
    if (extents.length > 0) {
      const from = Math.min(...extents.map((extent) => extent.first));
      const to = Math.max(...extents.map((extent) => extent.last));
      await markIntervals(trx, [{ meterId: meter.id, from, to }]);
      await fileRepair({ trx, caller, services }, meter.consumerId, meter.name, [meter.id]);
    }
    return after;
  },
});

/** Who does not see all parts would take out those that he does not see. @throws Fault 409 */
async function refuseHidden(trx: Db, { ammeterId, items: seen }: SumDefinition): Promise<void> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::integer as n from ammeter_sum where ammeter_id = ${ammeterId}`.execute(trx);
  const hidden = (rows[0]?.n ?? 0) - seen.length;
  if (hidden > 0)
    throw conflict(
      {
        zh: `组成：另有 ${hidden} 块表计不在您的权限范围内，不能修改`,
        en: `Parts: ${hidden} more meters are beyond what you may see, so it cannot be changed`,
      },
      'items',
    );
}

/** Children of the same enterprise and unit, each once, and no loop. @throws Fault 400 */
async function checkParts(trx: Db, meter: VisibleMeter, ids: readonly number[]): Promise<void> {
  const parts = new Map((await visibleMeters(trx, ids)).map((part) => [part.id, part]));
  if (new Set(ids).size < ids.length)
    throw badInput(
      { zh: '组成：同一表计出现了两次', en: 'Parts: the same meter stands there twice' },
      'items',
    );
  for (const part of ids) {
    const child = parts.get(part);
    if (!child || child.consumerId !== meter.consumerId)
      throw badInput({ zh: `组成：没有编号为 ${part} 的表计`, en: `Parts: no meter ${part}` }, 'items');
    if (child.unit !== meter.unit)
      throw badInput(
        {
          zh: `组成：${child.name} 的单位是 ${child.unit}，不是 ${meter.unit}`,
          en: `Parts: ${child.name} counts ${child.unit}, not ${meter.unit}`,
        },
        'items',
      );
  }
  await refuseLoop(trx, { ...meter, parts: ids }, 'items');
}
