import { sql } from 'kysely';
import { badInput } from '#contract/error.ts';
import type { Slots } from '#server/resource/slot.ts';

export const priceStopSlots: Slots = {
  /** No more is stopped on any day than the agreement of that day has. */
  async beforeSave({ trx }, values, before) {
    const row: Readonly<Record<string, unknown>> = { ...before, ...values };
    const [begin, end] = [row['beginDt'], row['endDt'] ?? null];
    if (end !== null && String(end) < String(begin))
      throw badInput({ zh: '结束日期不能早于开始日期', en: 'The end may not precede the begin' }, 'endDt');
    const { rows: agreements } = await sql<{ begin: string; capacity: string | null }>`
      select greatest(begin_dt, ${begin}::date)::text as begin, capacity::text from price_agreement
      where consumer_id = ${row['consumerId']} and measure_account = ${row['measureAccount']} and approve_state <> '2'
        and begin_dt <= coalesce(${end}::date, 'infinity') and coalesce(end_dt, 'infinity') >= ${begin}::date
      order by begin_dt`.execute(trx);
    if (agreements.some(({ capacity }) => capacity === null))
      throw badInput(
        {
          zh: '该户号的电价协议没有变压器容量，请先填写',
          en: 'The agreement of the account states no capacity: enter it first',
        },
        'measureAccount',
      );
    // The most is stopped on a day on which a stop or an agreement begins.
    const { rows: most } = await sql<{ day: string; free: string }>`
      with stop as (
        select stopped_capacity as kva, begin_dt, coalesce(end_dt, 'infinity') as end_dt from price_stop
        where consumer_id = ${row['consumerId']} and measure_account = ${row['measureAccount']} and id <> ${before?.id ?? 0}
        union all select ${row['stoppedCapacity']}::numeric, ${begin}::date, coalesce(${end}::date, 'infinity')
      ), day as (
        select begin_dt as day from stop
        union select a.begin::date from unnest(${agreements.map((one) => one.begin)}::text[]) a (begin)
      )
      select d.day::text, (a.capacity - (select coalesce(sum(s.kva), 0) from stop s where d.day between s.begin_dt and s.end_dt)
          + ${row['stoppedCapacity']}::numeric)::text as free
      from day d join price_agreement a on a.consumer_id = ${row['consumerId']}
        and a.measure_account = ${row['measureAccount']} and a.approve_state <> '2'
        and d.day between a.begin_dt and coalesce(a.end_dt, 'infinity')
      where d.day between ${begin}::date and coalesce(${end}::date, 'infinity')
      order by a.capacity - (select coalesce(sum(s.kva), 0) from stop s where d.day between s.begin_dt and s.end_dt)
      limit 1`.execute(trx);
    const least = most[0];
    if (least && Number(row['stoppedCapacity']) > Number(least.free))
      throw badInput(
        {
          zh: `${least.day} 起最多可再暂停 ${Number(least.free)} kVA`,
          en: `From ${least.day} on no more than ${Number(least.free)} kVA can be stopped`,
        },
        'stoppedCapacity',
      );
  },
};
