import { sql } from 'kysely';
import { badInput, conflict } from '#contract/error.ts';
import { aboutField, REQUIRED } from '#contract/issue.ts';
import { addMonths } from '#domain/time/date.ts';
import { gaugeConfigure } from '#resource/yunshui/gaugeConfigure.ts';
import type { Slots, Values } from '#server/resource/slot.ts';

const { fields } = gaugeConfigure;

/** The next verification follows from the last and the cycle, unless it is said otherwise; a file says it also where it stands already. */
function completeNext(
  values: Values,
  before: Readonly<Record<string, unknown>> | null,
  stated: ReadonlySet<string> | undefined,
): void {
  const row = { ...before, ...values };
  const touched = 'lastAlignDate' in values || 'alignCycle' in values || 'nextAlignDate' in values;
  const said = 'nextAlignDate' in values || stated?.has('nextAlignDate') ? row['nextAlignDate'] : null;
  const cycleMoved =
    row['lastAlignDate'] !== before?.['lastAlignDate'] || row['alignCycle'] !== before?.['alignCycle'];
  const stands = before?.['nextAlignDate'] != null && row['nextAlignDate'] !== null && !cycleMoved;
  if (!touched || said != null || stands) return;
  values['nextAlignDate'] = addMonths(String(row['lastAlignDate']), Number(row['alignCycle']));
}

export const gaugeSlots: Slots = {
  beforeSave: async ({ trx, stated }, values, before) => {
    completeNext(values, before, stated);
    const row = { ...before, ...values };
    if (row['alignState'] === '0' && row['unAlignReason'] == null)
      throw badInput(aboutField(fields.unAlignReason.label, REQUIRED), 'unAlignReason');
    if (String(row['nextAlignDate']) < String(row['lastAlignDate']))
      throw badInput(
        aboutField(fields.nextAlignDate.label, {
          zh: '不能早于最近检定日期',
          en: 'must not be before the last verification',
        }),
        'nextAlignDate',
      );
    if (values['ammeterId'] == null || values['ammeterId'] === before?.['ammeterId']) return;
    const { rows } = await sql<{
      name: string;
    }>`select shown_name(meter_name, meter_name_en) as name from gauge_configure
      where ammeter_id = ${values['ammeterId']} and id is distinct from ${before?.id ?? null}::integer limit 1`.execute(
      trx,
    );
    if (rows[0])
      throw conflict(
        aboutField(fields.ammeterId.label, {
          zh: `已关联计量器具“${rows[0].name}”`,
          en: `it belongs to the instrument “${rows[0].name}” already`,
        }),
        'ammeterId',
      );
  },
};
