import { defineResource } from '#contract/define.ts';
import { optional } from '#contract/field.ts';
import { UNIT_TYPES } from '#contract/orgType.ts';
import { choice } from '#field/choice/contract.ts';
import { integer } from '#field/integer/contract.ts';
import { reference } from '#field/reference/contract.ts';
import { text } from '#field/text/contract.ts';
import { consumerId, remark, secondName } from '../common.ts';

/** A node of an enterprise's organisation tree (specification 2 section 3: orgCode, orgName, orgType). */
export const orgUnit = defineResource({
  name: 'orgUnit',
  area: 'sys',
  label: { zh: '组织机构', en: 'Organisation units' },
  idName: 'orgId',
  title: 'orgName',
  tree: 'parentId',
  orgId: true,
  screen: '/SDNOperationAdmin/SDNOrgUnit',
  unique: [['consumerId', 'orgCode']],
  fields: {
    orgName: text('组织名称', 'Unit name', { max: 60 }),
    orgNameEn: secondName(),
    orgCode: text('组织代码', 'Unit code', { max: 30 }),
    consumerId: consumerId(),
    parentId: optional(reference('上级组织', 'Parent unit', 'orgUnit')),
    orgType: choice('组织类型', 'Unit type', UNIT_TYPES, { initial: '42' }),
    ix: integer('排序', 'Order', { initial: 0 }),
    remark: remark(),
  },
});
