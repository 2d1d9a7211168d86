import { sql } from 'kysely';
import { badInput, conflict } from '#contract/error.ts';
import { aboutField } from '#contract/issue.ts';
import type { JsonRow, Slots } from '#server/resource/slot.ts';
import { linkageRecord } from './linkageRecord.ts';

const KEPT = {
  zh: '系统执行的联动记录不能修改或删除，只能填写备注',
  en: 'What the system did is neither changed nor deleted; only its remark can be written',
};
const { runState } = linkageRecord.fields;

const isKept = (row: JsonRow): boolean => row['recordSource'] === 'machine';

/** The run that a row of a file stands for: of that name and instant, to the same `target`. */
const sameRun =
  (table: string, target: 'recipient' | 'controlValue', column: string): NonNullable<Slots['findSame']> =>
  async ({ trx }, values) => {
    const text = (key: string): string | null => (values[key] as string | undefined) ?? null;
    const { rows } = await sql<{ id: number }>`select id from ${sql.table(table)}
      where linkage_name = ${text('linkageName')} and consumer_id = ${values['consumerId'] ?? null}
        and raised_at = ${text('raisedAt')} and ${sql.ref(column)} = ${text(target)}
        and alarm_record_id is not distinct from ${values['alarmRecordId'] ?? null}::integer
      order by id desc limit 1`.execute(trx);
    return rows[0]?.id;
  };

/** Records of runs: those of the product stay as they were, those of people are done when they are written. */
const runRecordSlots: Slots = {
  beforeSave: async (_call, values, before) => {
    if (before && isKept(before)) {
      const changed = Object.keys(values).find((key) => key !== 'remark' && values[key] !== before[key]);
      if (changed !== undefined) throw conflict(KEPT, changed);
      return;
    }
    if (values['runState'] === 'waiting')
      throw badInput(
        aboutField(runState.label, {
          zh: '人工记录不能是“等待”，它不会被执行',
          en: 'a record made by hand cannot be waiting: nothing will do it',
        }),
        'runState',
      );
  },
  beforeDelete: async (_call, row) => {
    if (isKept(row)) throw conflict(KEPT);
  },
};

export const linkageRecordSlots: Slots = {
  ...runRecordSlots,
  findSame: sameRun('linkage_record', 'recipient', 'recipient'),
};
export const linkageControlRecordSlots: Slots = {
  ...runRecordSlots,
  findSame: sameRun('linkage_control_record', 'controlValue', 'control_value'),
};
