import { sql } from 'kysely';
import { badInput, conflict } from '#contract/error.ts';
import { aboutField } from '#contract/issue.ts';
import type { Text } from '#contract/text.ts';
import type { Slots } from '#server/resource/slot.ts';
import { shedPlan } from './shedPlan.ts';

const wrong = (key: 'guardId' | 'controlIdList', what: Text) =>
  badInput(aboutField(shedPlan.fields[key].label, what), key);

const NOT_OWN: Text = { zh: '不属于该企业', en: 'it is not of this enterprise' };

interface Output {
  readonly code: string;
  readonly adjusts: boolean;
  readonly ready: boolean;
  /** The limit is of a site, and the output at another. */
  readonly elsewhere: boolean;
}

/** Why an output cannot be shed; null = it can. */
function faultOf({ code, adjusts, ready, elsewhere }: Output): Text | null {
  if (adjusts)
    return { zh: `${code} 是遥调点，不能减载`, en: `${code} is set to a value and cannot be shed` };
  if (!ready)
    return {
      zh: `${code} 未填写减载次序或承诺减负荷`,
      en: `${code} has no shed order or no promised power`,
    };
  if (elsewhere) return { zh: `${code} 不在限值所属站点`, en: `${code} is not at the site of the limit` };
  return null;
}

export const shedPlanSlots: Slots = {
  beforeSave: async ({ trx }, values, before) => {
    const row = { ...before, ...values };
    const consumerId = Number(row['consumerId']);
    const { rows: guards } = await sql<{ orgId: number }>`select org_id as "orgId" from demand_guard
      where id = ${row['guardId']} and consumer_id = ${consumerId}`.execute(trx);
    const [guard] = guards;
    if (!guard) throw wrong('guardId', NOT_OWN);
    const ids = row['controlIdList'] as readonly number[];
    const { rows } = await sql<Output>`
      select r.control_code as code, r.operate_type = '2' as adjusts,
        r.shed_priority is not null and coalesce(r.shed_power, 0) > 0 as ready,
        exists (select from monitor_site m where m.id = ${guard.orgId}) and r.site_id <> ${guard.orgId} as elsewhere
      from i_remote_control r where r.id = any (${ids}::integer[]) and r.consumer_id = ${consumerId}
      order by r.control_code`.execute(trx);
    if (rows.length < ids.length) throw wrong('controlIdList', NOT_OWN);
    if (rows.length === 0) throw wrong('controlIdList', { zh: '至少选择一个', en: 'at least one is needed' });
    const fault = rows.map(faultOf).find((one) => one !== null);
    if (fault) throw wrong('controlIdList', fault);
    if (before && (await hasRuns(trx, Number(before['id']))) && before['consumerId'] !== consumerId)
      throw conflict(
        {
          zh: '该方案已有减载记录，企业不能更改',
          en: 'The plan has a history: its enterprise cannot be changed',
        },
        'consumerId',
      );
  },
  /** What was done is a record: the plan is taken out of use, not deleted. */
  beforeDelete: async ({ trx }, { id }) => {
    if (await hasRuns(trx, Number(id)))
      throw conflict(
        {
          zh: '该方案已有减载记录，不能删除；请将状态改为“停用”',
          en: 'The plan has a history and cannot be deleted; set its state to “Out of use”',
        },
        'state',
      );
  },
};

async function hasRuns(
  trx: Parameters<NonNullable<Slots['beforeSave']>>[0]['trx'],
  id: number,
): Promise<boolean> {
  const { rows } = await sql`select from shed_run where plan_id = ${id} limit 1`.execute(trx);
  return rows.length > 0;
}
