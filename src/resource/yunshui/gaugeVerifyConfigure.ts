import { defineResource } from '#contract/define.ts';
import { optional } from '#contract/field.ts';
import { date } from '#field/date/contract.ts';
import { reference } from '#field/reference/contract.ts';
import { text } from '#field/text/contract.ts';
import { consumerId, remark } from '../common.ts';

/** Verifications of meters (tab 18): each moves the meter's last and next date. */
export const gaugeVerifyConfigure = defineResource({
  name: 'gaugeVerifyConfigure',
  area: 'yunshui',
  label: { zh: '计量器具检定', en: 'Instrument verifications' },
  idName: 'gaugeVerifyConfigureId',
  title: 'manageNo',
  order: '-verifyTime',
  unique: [['consumerId', 'serNo', 'verifyTime']],
  screen: '/Archive/gaugeVerifyConfigure',
  fields: {
    serNo: text('出厂编号', 'Serial number', { max: 30 }),
    consumerId: consumerId(),
    manageNo: text('管理编号', 'Management number', { max: 30 }),
    barCode: optional(text('条形码', 'Bar code', { max: 30, hidden: true })),
    verifyOrg: text('检定机构', 'Verifying body', { max: 30 }),
    verifyTime: date('检定日期', 'Verified on'),
    gaugeId: optional(reference('计量器具', 'Meter', 'gaugeConfigure', { readOnly: true, hidden: true })),
    alignDateBefore: optional(date('此前检定日期', 'Verified before on', { readOnly: true, hidden: true })),
    remark: remark(),
  },
});
