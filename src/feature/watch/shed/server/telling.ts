import { sql } from 'kysely';
import type { Text } from '#contract/text.ts';
import { microToNumber } from '#domain/decimal/decimal.ts';
import { formatNumber } from '#domain/figure/number.ts';
import type { Load } from '#domain/control/shed.ts';
import { endNotice, lastingNotices, raiseNotice } from '#feature/house/notice/server/public.ts';
import { outputsNow } from '#feature/watch/control/server/public.ts';
import type { Db } from '#server/database/db.ts';
import type { PlanRow } from './plan.ts';
import type { LoadNow } from './view.ts';

const PAGE = '/SDNControl/SDNControlShed';

const kW = (micro: bigint): string => `${formatNumber(microToNumber(micro), 0)} kW`;

/** People are told that a sequence waits for somebody to approve it. */
export async function tellProposal(
  trx: Db,
  plan: PlanRow,
  needed: bigint,
  sequence: readonly Load[],
  now: number,
): Promise<void> {
  const text: Text = {
    zh: `${plan.planName}：需降 ${kW(needed)}，拟减 ${sequence.length} 路负荷，等待批准`,
    en: `${plan.planNameEn}: ${kW(needed)} too much; ${sequence.length} load${sequence.length === 1 ? '' : 's'} to shed, waiting for approval`,
  };
  const { consumerId, id } = plan;
  await raiseNotice(trx, { consumerId, kind: 'shedProposed', objectId: id, level: 3, text, link: PAGE, since: now }); // prettier-ignore
}

export const endProposal = (trx: Db, planId: number): Promise<number> =>
  endNotice(trx, 'shedProposed', planId);

/** People are told which loads a run leaves to them. */
export async function tellLeft(
  trx: Db,
  plan: PlanRow,
  loads: readonly LoadNow[],
  now: number,
): Promise<void> {
  if (loads.length === 0) return;
  const names = loads.map(({ output }) => output.controlCode);
  const text: Text = {
    zh: `${plan.planName}：${names.join('、')} 减载后未能自动恢复或结果未知，请核实并处理`,
    en: `${plan.planNameEn}: ${names.join(', ')} did not come back by themselves, or what became of them is not known; please look`,
  };
  const { consumerId, id } = plan;
  await raiseNotice(trx, { consumerId, kind: 'shedLeft', objectId: id, level: 3, text, link: PAGE, since: now }); // prettier-ignore
}

/** What was left to people is dealt with once each of these loads is on, commanded by somebody, or out of use. */
export async function reviewLeft(trx: Db, plans: readonly PlanRow[]): Promise<void> {
  const told = new Set(await lastingNotices(trx, 'shedLeft'));
  for (const plan of plans) {
    if (!told.has(plan.id) || plan.run) continue;
    const outputs = await outputsNow(trx, await leftOf(trx, plan.id));
    if (outputs.every(({ on, offHindrance }) => on === true || offHindrance?.reason === 'outOfUse'))
      await endNotice(trx, 'shedLeft', plan.id);
  }
}

/** The loads that runs of a plan switched off last and did not prove to be on again, and that nobody commanded since. */
async function leftOf(trx: Db, planId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select o.control_id as id from (
      select distinct on (t.control_id) t.run_id, t.control_id, t.command_id
      from shed_step t join shed_run u on u.id = t.run_id
      where u.plan_id = ${planId} and u.state = 'ended' and t.kind = 'off' order by t.control_id, t.id desc) o
    left join shed_step r on r.run_id = o.run_id and r.control_id = o.control_id and r.kind = 'on'
    left join control_command b on b.id = r.command_id
    where b.state is distinct from 'verified' and not exists (select from control_command c
      where c.control_id = o.control_id and c.id > coalesce(b.id, o.command_id) and c.sent_at is not null)`.execute(
    trx,
  );
  return rows.map(({ id }) => id);
}
