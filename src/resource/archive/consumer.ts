import { defineResource } from '#contract/define.ts';
import { optional } from '#contract/field.ts';
import { code } from '#field/code/contract.ts';
import { text } from '#field/text/contract.ts';
import { remark, secondName, settlementDay, settlementHour, state, telephone } from '../common.ts';

/** An energy-using enterprise (specification 2 section 3). */
export const consumer = defineResource({
  name: 'consumer',
  area: 'archive',
  label: { zh: '企业', en: 'Enterprises' },
  idName: 'orgId',
  title: 'orgName',
  scope: 'id',
  orgId: true,
  screen: '/SDNOperationAdmin/SDNCustomerAdmin',
  unique: [['orgCode']],
  fields: {
    orgName: text('企业名称', 'Enterprise name', { max: 60 }),
    orgNameEn: secondName(),
    orgCode: text('企业代码', 'Enterprise code', { max: 18 }),
    // Shipped are the divisions (C31); a class (C3120) is one of its division, a street one of its district.
    industryId: optional(
      code(
        '行业代码',
        'Industry code',
        [{ resource: 'industry', code: ['industryCode'], name: 'industryName' }],
        { max: 5, below: 3 },
      ),
    ),
    areaCode: optional(
      code('行政区划代码', 'Area code', [{ resource: 'adminArea', code: ['areaCode'], name: 'areaName' }], {
        max: 12,
        below: 6,
      }),
    ),
    enteTypeId: optional(code('企业类型', 'Enterprise type', 'enteType', { max: 10, hidden: true })),
    address: optional(text('地址', 'Address', { max: 120 })),
    phone: telephone(),
    settlementDay: settlementDay(1),
    settlementHour: settlementHour(0),
    state: state(),
    remark: remark(),
  },
});
