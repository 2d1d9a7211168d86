import { defineResource } from '#contract/define.ts';
import { optional } from '#contract/field.ts';
import { date } from '#field/date/contract.ts';
import { text } from '#field/text/contract.ts';
import { consumerId, remark, state } from '../common.ts';

/** Who may charge: a card or an account (idTag of OCPP, at most 20 characters, capitals and small letters alike). */
export const chargeTag = defineResource({
  name: 'chargeTag',
  area: 'archive',
  label: { zh: '充电卡', en: 'Charging tags' },
  idName: 'chargeTagId',
  title: 'tagCode',
  needs: 'chargePile',
  screen: '/SDNGuangchuchong/ChargeTag',
  unique: [['consumerId', 'tagCode']],
  fields: {
    tagCode: text('卡号', 'Tag', { max: 20, pattern: /^[\x21-\x7e]+$/ }),
    holder: text('持有人', 'Holder', { max: 60 }),
    consumerId: consumerId(),
    validFrom: optional(date('生效日期', 'Valid from', { ahead: true })),
    validUntil: optional(
      date('失效日期', 'Valid until', {
        ahead: true,
        help: { zh: '含当日；不填则长期有效', en: 'Included; empty: it does not end' },
      }),
    ),
    state: state(),
    remark: remark(),
  },
});
