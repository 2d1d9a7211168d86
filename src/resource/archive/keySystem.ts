import { defineResource } from '#contract/define.ts';
import { optional } from '#contract/field.ts';
import { choice } from '#field/choice/contract.ts';
import { decimal } from '#field/decimal/contract.ts';
import { reference } from '#field/reference/contract.ts';
import { text } from '#field/text/contract.ts';
import { consumerId, remark, secondName } from '../common.ts';

/** A system whose efficiency is watched: what it takes in electricity, what it gives (important analyses). */
export const keySystem = defineResource({
  name: 'keySystem',
  area: 'archive',
  label: { zh: '重点用能系统', en: 'Key energy systems' },
  idName: 'keySystemId',
  title: 'systemName',
  screen: '/SDNPowerAdmin/SDNKeySystem',
  unique: [['consumerId', 'systemName']],
  fields: {
    systemName: text('系统名称', 'System', { max: 60 }),
    systemNameEn: secondName(),
    consumerId: consumerId(),
    systemType: choice(
      '系统类型',
      'Type',
      {
        1: { zh: '空调制冷', en: 'Air conditioning' },
        2: { zh: '空气压缩', en: 'Air compression' },
      },
      { initial: '1' },
    ),
    orgId: optional(reference('所属组织', 'Organisation', 'org')),
    powerMeterId: reference('用电表计', 'Electricity meter', 'ammeter', {
      help: {
        zh: '整个系统的电量；多块表时用总加表',
        en: 'Of the whole system; of several meters their total adder',
      },
    }),
    outputMeterId: reference('产出表计', 'Meter of what it gives', 'ammeter', {
      help: {
        zh: '空调：供冷量（MJ）或热量（GJ）；空压：压缩空气（m³）',
        en: 'Air conditioning: cooling (MJ) or heat (GJ); compressors: compressed air (m³)',
      },
    }),
    minPower: optional(
      decimal('最小功率', 'Minimum power', {
        from: 0,
        unit: 'kW',
        decimals: 2,
        help: { zh: '低于此功率的时段不参与效率分析', en: 'Times below it do not count for the efficiency' },
      }),
    ),
    remark: remark(),
  },
});
