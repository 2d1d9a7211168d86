import { defineResource } from '#contract/define.ts';
import { optional } from '#contract/field.ts';
import { shootingTimes, WORKING_HOURS } from '#contract/shootingTime.ts';
import { date } from '#field/date/contract.ts';
import { reference } from '#field/reference/contract.ts';
import { structure } from '#field/structure/contract.ts';
import { text } from '#field/text/contract.ts';
import { consumerId, remark, secondName, state } from '../common.ts';

/** When a camera takes pictures: parts of the day, each with its interval. */
export const shootingScheme = defineResource({
  name: 'shootingScheme',
  area: 'archive',
  label: { zh: '拍摄计划', en: 'Shooting plans' },
  idName: 'shootingSchemeId',
  title: 'schemeName',
  screen: '/SDNEquipment/SDNShotPlan',
  unique: [['consumerId', 'schemeName']],
  fields: {
    schemeName: text('计划名称', 'Plan', { max: 60 }),
    schemeNameEn: secondName(),
    consumerId: consumerId(),
    cameraId: reference('摄像机', 'Camera', 'iVideoControl'),
    segments: structure('拍摄时段', 'Times', shootingTimes, { initial: WORKING_HOURS }),
    validFrom: date('开始日期', 'From', { ahead: true }),
    validTo: optional(date('结束日期', 'To', { ahead: true })),
    state: state(),
    remark: remark(),
  },
});
