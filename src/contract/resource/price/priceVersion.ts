import { defineResource } from '#contract/define.ts';
import { date } from '#field/date/contract.ts';
import { reference } from '#field/reference/contract.ts';
import { text } from '#field/text/contract.ts';
import { consumerId, remark } from '../common.ts';
import { PRICE_FIELDS } from './priceField.ts';

/** The prices of a scheme from a date on; before its first version the scheme's own hold. */
export const priceVersion = defineResource({
  name: 'priceVersion',
  area: 'price',
  label: { zh: '电价调整', en: 'Price changes' },
  idName: 'versionId',
  title: 'versionName',
  screen: '/SDNPowerPrice/Version',
  unique: [['planId', 'validFrom']],
  fields: {
    versionName: text('版本', 'Version', { max: 60 }),
    consumerId: consumerId(),
    planId: reference('电价方案', 'Scheme', 'priceScheme'),
    validFrom: date('生效日期', 'From', {
      help: { zh: '自该日起按此价计', en: 'These prices hold from this day on' },
    }),
    ...PRICE_FIELDS,
    remark: remark(),
  },
});
