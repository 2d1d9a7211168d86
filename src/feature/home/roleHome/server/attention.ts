import { statisticsOf, CHARGE } from '#feature/money/charge/server/public.ts';
import { BILL } from '#feature/money/bill/server/public.ts';
import { abnormalOf } from '#feature/meters/dataState/server/public.ts';
import type { DayContext } from '#feature/meters/subject/server/public.ts';
import type { Db } from '#server/database/db.ts';
import type { Attention, AttentionList } from '../contract.ts';
import { byMoney, PLAIN } from '../domain/attention.ts';
import { alarmItem } from './alarmItem.ts';
import { billsAbout, ofBills } from './billItems.ts';
import { demandItem } from './demandItem.ts';
import { isPriceable, monthDemandOf } from './money.ts';
import { unprovenOf } from './unproven.ts';

/** So many are told. */
const MOST = 50;

/** What is worth attention about a node on a day: oddities of the data, and what costs money, as far as a reader may see it. */
export async function attentionOf(
  trx: Db,
  context: DayContext,
  funCodes: ReadonlySet<string>,
): Promise<AttentionList> {
  const { question } = context;
  const { notices } = await abnormalOf(trx, context);
  const priced = funCodes.has(CHARGE) && isPriceable(context);
  const day = priced ? await statisticsOf(trx, context, question.date, question.date) : null;
  const unproven = await unprovenOf(trx, context, notices, day?.averagePrice ?? null, priced);
  const bills = funCodes.has(BILL) && isPriceable(context) ? await billsAbout(trx, context) : [];
  const demand = priced ? demandItem(await monthDemandOf(trx, context), context.subject, bills) : null;
  const alarms = funCodes.has('event.alarmRecord.view') ? await alarmItem(trx, context) : null;
  const list: Attention[] = [
    ...(alarms ? [alarms] : []),
    ...unproven,
    ...ofBills(bills),
    ...(demand ? [demand] : []),
    ...(day && day.unpriced > 0 && day.amounts.CZ !== null
      ? [{ ...PLAIN, kind: 'unpriced' as const, name: day.name, value: day.unpriced, why: 'price' as const }]
      : []),
  ];
  return { ...question, list: list.toSorted(byMoney).slice(0, MOST), count: list.length, priced };
}
