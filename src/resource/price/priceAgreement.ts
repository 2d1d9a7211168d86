import { defineResource } from '#contract/define.ts';
import { optional } from '#contract/field.ts';
import { choice } from '#field/choice/contract.ts';
import { date } from '#field/date/contract.ts';
import { decimal } from '#field/decimal/contract.ts';
import { flag } from '#field/flag/contract.ts';
import { reference } from '#field/reference/contract.ts';
import { text } from '#field/text/contract.ts';
import { consumerId, DEMAND_WINDOWS, remark } from '../common.ts';
import { FACTOR_STANDARDS, SCHEME_TYPES } from './priceField.ts';

/** Which scheme holds for an account, from a date to a date (specification 2 section 3, org contract). */
export const priceAgreement = defineResource({
  name: 'priceAgreement',
  area: 'price',
  label: { zh: '电价协议', en: 'Price agreements' },
  idName: 'agreementId',
  title: 'measureAccount',
  screen: '/SDNPowerPrice/Agreement',
  unique: [['consumerId', 'measureAccount', 'beginDt']],
  fields: {
    measureAccount: text('户号', 'Account', { max: 30 }),
    consumerId: consumerId(),
    orgId: reference('计费对象', 'Billed object', 'org', {
      help: { zh: '其电量合计即本户号的电量', en: 'Its energy is the energy of the account' },
    }),
    planId: reference('电价方案', 'Scheme', 'priceScheme'),
    planType: optional(choice('方案类型', 'Scheme type', SCHEME_TYPES, { readOnly: true, hidden: true })),
    contractCode: optional(text('合同编号', 'Contract', { max: 40 })),
    beginDt: date('开始日期', 'From', { ahead: true }),
    endDt: optional(
      date('结束日期', 'To', {
        ahead: true,
        help: { zh: '含当日；不填则持续有效', en: 'Included; none = it lasts' },
      }),
    ),
    capacity: optional(
      decimal('变压器容量', 'Capacity', {
        from: 0,
        unit: 'kVA',
        decimals: 2,
        help: {
          zh: '按容量计收的基本电费或费用须填写；月中变更请新增协议，当月按天分算',
          en: 'Needed where a charge is by capacity; a change in mid-month is another agreement, billed by days',
        },
      }),
    ),
    contractDemand: optional(
      decimal('合同需量', 'Contract demand', {
        from: 0,
        unit: 'kW',
        decimals: 2,
        help: { zh: '不低于变压器容量的 40%', en: 'At least 40 % of the capacity' },
      }),
    ),
    demandSlip: optional(
      choice('最大需量计量', 'Maximum demand', DEMAND_WINDOWS, {
        help: {
          zh: '不选：一块表计按其滑差，多块表计合计按区间式',
          en: 'None: one meter as it slides by itself, several in blocks',
        },
      }),
    ),
    factorStandard: optional(
      choice('功率因数标准', 'Power-factor standard', FACTOR_STANDARDS, {
        help: { zh: '不填则按电价方案', en: 'None: as the scheme says' },
      }),
    ),
    demandDiscount: flag('需量电价 9 折（260 kWh/kVA）', 'Demand at nine tenths (260 kWh/kVA)', {
      initial: false,
      help: {
        zh: '每千伏安月用电量达到 260 kWh 的月份，需量电价按 90% 计；须填写变压器容量',
        en: 'In months that use 260 kWh per kVA or more, demand costs 90 %; needs the capacity',
      },
    }),
    approveState: choice(
      '审批状态',
      'Approval',
      {
        1: { zh: '待审批', en: 'Awaits approval' },
        2: { zh: '未通过', en: 'Refused' },
        3: { zh: '已生效', en: 'In force' },
      },
      { initial: '3', readOnly: true },
    ),
    // As the entity of the specification calls it.
    remark: remark({ alias: 'rem' }),
  },
});
