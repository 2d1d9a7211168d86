import { defineResource } from '#contract/define.ts';
import { optional } from '#contract/field.ts';
import { choice } from '#field/choice/contract.ts';
import { code } from '#field/code/contract.ts';
import { date } from '#field/date/contract.ts';
import { text } from '#field/text/contract.ts';
import { consumerId, remark, secondName } from '../common.ts';
import { MEASURED } from './codeList.ts';
import { currentState } from './field.ts';
import { alignCycle, alignState } from './gaugeConfigure.ts';

/** The list of meters that is handed in for a review (tab 25; JJF 1356 table B.3, by level B.4 to B.7). */
export const companyGauges = defineResource({
  name: 'companyGauges',
  area: 'yunshui',
  label: { zh: '能源计量器具配备一览表', en: 'Instrument list' },
  idName: 'companyGaugesId',
  title: 'meterName',
  unique: [['consumerId', 'serNo']],
  screen: '/Archive/companyGauges',
  fields: {
    meterName: text('器具名称', 'Meter', { max: 50 }),
    meterNameEn: secondName(),
    consumerId: consumerId(),
    meterLevel: choice('计量级别', 'Metering level', {
      1: { zh: '进出用能单位', en: 'In and out of the unit' },
      2: { zh: '主要次级用能单位', en: 'Main secondary unit' },
      3: { zh: '主要用能设备', en: 'Main energy device' },
      4: { zh: '其他', en: 'Other' },
    }),
    model: optional(text('规格型号', 'Model', { max: 50 })),
    precisionLevel: optional(text('准确度等级', 'Accuracy class', { max: 30 })),
    ranges: optional(text('测量范围', 'Range', { max: 50, hidden: true })),
    manufacturer: optional(text('生产厂家', 'Manufacturer', { max: 50, hidden: true })),
    serNo: text('出厂编号', 'Serial number', { max: 30 }),
    manageNo: optional(text('管理编号', 'Management number', { max: 30 })),
    params: optional(code('计量参数', 'Measured', MEASURED, { max: 4 })),
    location: optional(text('安装地点', 'Location', { max: 50 })),
    alignState: alignState(),
    alignCycle: optional(alignCycle()),
    lastAlignDate: optional(date('最近检定日期', 'Last verified')),
    nextAlignDate: optional(date('下次检定日期', 'Next verification', { ahead: true })),
    alignOrg: optional(text('检定机构', 'Verifying body', { max: 50, hidden: true })),
    currentState: currentState(),
    remark: remark(),
  },
});
