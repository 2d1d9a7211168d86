import { sql } from 'kysely';
import { badInput } from '#contract/error.ts';
import { aboutField } from '#contract/issue.ts';
import type { Text } from '#contract/text.ts';
import type { Slots } from '#server/resource/slot.ts';
import { alertGroup } from './alertGroup.ts';
import { alertMember } from './alertMember.ts';

const group = (key: keyof typeof alertGroup.fields, what: Text) =>
  badInput(aboutField(alertGroup.fields[key].label, what), key);
const duty = (key: keyof typeof alertMember.fields, what: Text) =>
  badInput(aboutField(alertMember.fields[key].label, what), key);

const TOGETHER: Text = { zh: '开始与结束须一起填写', en: 'beginning and end belong together' };

/** An escalation leads to another group after a time, and never back to where it was. */
export const alertGroupSlots: Slots = {
  beforeSave: async ({ trx }, values, before) => {
    const row: Readonly<Record<string, unknown>> = { ...before, ...values };
    const [next, after] = [row['nextGroupId'] ?? null, row['escalateAfter'] ?? null];
    if (next !== null && after === null)
      throw group('escalateAfter', { zh: '有下一组时必须填写', en: 'is needed where there is a next group' });
    if (next === null && after !== null)
      throw group('nextGroupId', { zh: '有升级时限时必须填写', en: 'is needed where it escalates' });
    if (((row['quietBegin'] ?? null) === null) !== ((row['quietEnd'] ?? null) === null))
      throw group('quietEnd', TOGETHER);
    if (next === null || before === null) return;
    const { rows } = await sql<{ id: number }>`
      with recursive chain as (
        select id, next_group_id from alert_group where id = ${next}
        union select g.id, g.next_group_id from chain c join alert_group g on g.id = c.next_group_id)
      select id from chain where id = ${before.id}`.execute(trx);
    if (rows.length > 0)
      throw group('nextGroupId', {
        zh: '升级会回到本组，须通向其他组',
        en: 'the escalation would come back to this group',
      });
  },
};

/** Hours and dates of duty have both ends in order. */
export const alertMemberSlots: Slots = {
  beforeSave: async (_call, values, before) => {
    const row: Readonly<Record<string, unknown>> = { ...before, ...values };
    if (((row['dutyBegin'] ?? null) === null) !== ((row['dutyEnd'] ?? null) === null))
      throw duty('dutyEnd', TOGETHER);
    const [from, to] = [row['dutyFrom'], row['dutyTo']];
    if (typeof from === 'string' && typeof to === 'string' && to < from)
      throw duty('dutyTo', { zh: '不能早于起始日期', en: 'must not lie before the first date' });
  },
};
