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

/** What was left to people is dealt with once all outputs of the plan are on. */
export async function reviewLeft(trx: Db, plans: readonly PlanRow[]): Promise<void> {
  const told = new Set(await lastingNotices(trx, 'shedLeft'));
  for (const plan of plans) {
    if (!told.has(plan.id) || plan.run) continue;
    const outputs = await outputsNow(trx, plan.controlIds);
    if (outputs.every(({ on }) => on === true)) await endNotice(trx, 'shedLeft', plan.id);
  }
}
