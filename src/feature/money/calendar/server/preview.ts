import * as z from 'zod';
import type { Resource } from '#contract/define.ts';
import { badInput, noSuchRow } from '#contract/error.ts';
import { aboutField, REQUIRED } from '#contract/issue.ts';
import { id, yesNo } from '#contract/param.ts';
import { funCodeOf } from '#contract/permission.ts';
import { holiday } from '#resource/sys/holiday.ts';
import { timezone } from '#resource/archive/timezone.ts';
import { findRow } from '#server/resource/row.ts';
import type { JsonRow } from '#server/resource/slot.ts';
import { readValues } from '#server/resource/values.ts';
import { defineRoute, type Route } from '#server/route.ts';
import { previewChange, type RowChange } from './change.ts';
import { checkRules } from './slots.ts';

const consumerIdLabel = timezone.fields.consumerId.label;

/** The call that tells what adding, changing or deleting a row would make differ. */
const previewOf = (
  resource: Resource,
  name: RowChange['resource'],
  example: Record<string, unknown>,
): Route =>
  defineRoute({
    method: 'POST',
    path: `/api/${resource.area}/${resource.name}/preview`,
    summary: {
      zh: `${resource.label.zh}：预览变更影响的表计与天数`,
      en: `${resource.label.en}: the meters and days that a change would make differ`,
    },
    permission: funCodeOf(resource, 'view'),
    keepEmpty: true,
    params: z.looseObject({ id: id().optional(), del: yesNo().optional() }),
    row: resource,
    example,
    handler: async ({ trx, params }) => {
      const before = params.id === undefined ? null : await findRow(trx, resource, params.id);
      if (before === undefined) throw noSuchRow();
      const { id: _, del: gone, ...raw } = params;
      const values = readValues(resource, raw);
      if (values['rules'] !== undefined && !gone) checkRules(values['rules']);
      const after: JsonRow | null = gone ? null : { id: 0, ...before, ...values };
      const consumerId = Number(after?.['consumerId'] ?? before?.['consumerId']);
      if (!Number.isInteger(consumerId)) throw badInput(aboutField(consumerIdLabel, REQUIRED), 'consumerId');
      return previewChange(trx, consumerId, { resource: name, before, after });
    },
  });

export const previews: readonly Route[] = [
  previewOf(timezone, 'timezone', { consumerId: 1001, validFrom: '2026-01-01', rules: '{"rules":[]}' }),
  previewOf(holiday, 'holiday', { consumerId: 1001, dt: '2026-07-01', holidayTypeId: '4' }),
];
