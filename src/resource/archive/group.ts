import { defineResource } from '#contract/define.ts';
import { optional } from '#contract/field.ts';
import { references } from '#field/references/contract.ts';
import { text } from '#field/text/contract.ts';
import { remark, secondName, state } from '../common.ts';

/** A group of enterprises that an operator looks after together. */
export const group = defineResource({
  name: 'group',
  area: 'archive',
  label: { zh: '集团', en: 'Groups' },
  idName: 'groupId',
  title: 'groupName',
  scope: null,
  unique: [['groupCode']],
  screen: '/SDNOperationAdmin/SDNGroupAdmin',
  fields: {
    groupName: text('集团名称', 'Group', { max: 60 }),
    groupNameEn: secondName(),
    groupCode: text('集团代码', 'Group code', { max: 30, pattern: /^[\w-]+$/ }),
    consumerIdList: optional(references('成员企业', 'Enterprises', 'consumer')),
    state: state(),
    remark: remark(),
  },
});
