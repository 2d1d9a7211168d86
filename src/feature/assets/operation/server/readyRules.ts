import { type RawBuilder, sql } from 'kysely';
import { alarm } from '#resource/event/alarm.ts';
import { objectAlarm } from '#resource/event/objectAlarm.ts';
import type { Db } from '#server/database/db.ts';
import { addRow } from '#server/resource/write.ts';
import type { CellRule } from '../contract.ts';

const NAME_MAX = 60;

/** The alarm rules that meters are put to, by meter. @param which a condition on the rule `a` */
export async function rulesByMeter(
  trx: Db,
  meterIds: readonly number[],
  which: RawBuilder<unknown>,
): Promise<ReadonlyMap<number, readonly CellRule[]>> {
  const { rows } = await sql<CellRule & { ammeterId: number }>`
    select o.ammeter_id as "ammeterId", a.id, shown_name(a.alarm_name, a.alarm_name_en) as name, a.enable and o.enable as enabled
    from object_alarm o join alarm a on a.id = o.alarm_id
    where o.ammeter_id = any (${meterIds}::integer[]) and ${which}
    order by a.id`.execute(trx);
  const byMeter = new Map<number, CellRule[]>();
  for (const { ammeterId, ...rule } of rows)
    byMeter.set(ammeterId, [...(byMeter.get(ammeterId) ?? []), rule]);
  return byMeter;
}

/** The names of a rule on an asset; where they are too long the asset's is cut. */
export const ruleNames = (
  of: { readonly name: string; readonly nameEn: string },
  zh: string,
  en: string,
) => ({
  alarmName: `${of.name.slice(0, NAME_MAX - zh.length - 1)} ${zh}`,
  alarmNameEn: `${of.nameEn.slice(0, NAME_MAX - en.length - 1)} ${en}`,
});

/**
 * Makes the rules of an enterprise that it has none of by their name, switched off, and puts them to meters.
 * @returns how many were made
 */
export async function makeMissing(
  call: Parameters<typeof addRow>[0],
  consumerId: number,
  meterIds: readonly number[],
  rules: readonly Readonly<Record<string, unknown>>[],
): Promise<number> {
  let made = 0;
  for (const rule of rules) {
    const { rows } = await sql`select from alarm
      where consumer_id = ${consumerId} and alarm_name = ${rule['alarmName']}`.execute(call.trx);
    if (rows.length > 0) continue;
    const { id: alarmId } = await addRow(call, alarm, { ...rule, enable: false, consumerId });
    for (const ammeterId of meterIds)
      await addRow(call, objectAlarm, { alarmId, ammeterId, consumerId, enable: true });
    made++;
  }
  return made;
}
