import { defineResource } from '#contract/define.ts';
import { type Field, optional } from '#contract/field.ts';
import type { Text } from '#contract/text.ts';
import { date } from '#field/date/contract.ts';
import { reference } from '#field/reference/contract.ts';
import { text } from '#field/text/contract.ts';
import { consumerId, remark, secondName } from '../common.ts';
import { PRICE_FIELDS } from './priceField.ts';

const AS_BEFORE: Text = {
  zh: '不填则沿用此前的价格；不再收取请填 0',
  en: 'None: as before; enter 0 for what is no longer charged',
};

/** Of what a change does not state the price stays as before, in forms, calls, imports and cells alike. */
const asBefore = (fields: Readonly<Record<string, Field>>) =>
  Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [name, { ...optional(field), help: AS_BEFORE }]),
  );

/**
 * The prices of a scheme from a date on, as far as they change; before its first version the scheme's own hold.
 */
export const priceVersion = defineResource({
  name: 'priceVersion',
  area: 'price',
  label: { zh: '电价版本', en: 'Price versions' },
  idName: 'versionId',
  title: 'versionName',
  screen: '/SDNPowerPrice/Version',
  unique: [['planId', 'validFrom']],
  fields: {
    versionName: text('版本', 'Version', { max: 60 }),
    versionNameEn: secondName(),
    consumerId: consumerId(),
    planId: reference('电价方案', 'Scheme', 'priceScheme'),
    validFrom: date('生效日期', 'From', {
      ahead: true,
      help: { zh: '自该日起按此价计', en: 'These prices hold from this day on' },
    }),
    ...asBefore(PRICE_FIELDS),
    remark: remark(),
  },
});
