import { tellRecords } from '#feature/watch/alarm/server/public.ts';
import { sql } from 'kysely';
import { badInput, conflict } from '#contract/error.ts';
import type { Slots } from '#server/resource/slot.ts';

const BY_RULE = {
  zh: '由规则产生的告警记录不能修改或删除，只能确认和处理',
  en: 'Records of alarm rules cannot be changed or deleted, only confirmed and handled',
};

/** People add records of their own and take those back; what a rule has recorded stays (watch.md section 3). */
export const alarmRecordSlots: Slots = {
  beforeSave: async ({ trx }, values, before) => {
    if (before && before['origin'] !== 'manual') throw conflict(BY_RULE);
    const row: Readonly<Record<string, unknown>> = { ...before, ...values };
    const [raised, cleared] = [row['raisedAt'], row['clearedAt']].map((at) => (at ? new Date(at as string).getTime() : null)); // prettier-ignore
    if (cleared != null && raised != null && cleared < raised)
      throw badInput(
        { zh: '恢复时间：不能早于告警时间', en: 'Cleared: may not lie before the time it was raised' },
        'clearedAt',
      );
    values['alarmStatus'] = cleared == null ? '1' : '0';
    if (before === null) Object.assign(values, { origin: 'manual', process: '0', raiseCount: 1 });
    const meterId = row['ammeterId'];
    if (typeof meterId !== 'number' || row['siteId']) return;
    const { rows } = await sql<{ site: number | null }>`select site_id as site from ammeter where id = ${meterId}`.execute(trx); // prettier-ignore
    values['siteId'] = rows[0]?.site ?? null;
  },
  afterSave: ({ trx }, row) => tellRecords(trx, [row.id]),
  beforeDelete: async (_call, row) => {
    if (row['origin'] !== 'manual') throw conflict(BY_RULE);
  },
  findSame: async ({ trx }, values) => {
    const { rows } = await sql<{ id: number }>`select id from alarm_record
      where record_name = ${String(values['recordName'])} and consumer_id = ${(values['consumerId'] as number | undefined) ?? null}
        and raised_at = ${(values['raisedAt'] as string | undefined) ?? null} and origin = 'manual'
      order by id desc limit 1`.execute(trx);
    return rows[0]?.id;
  },
};
