import { defineResource } from '#contract/define.ts';
import { choice } from '#field/choice/contract.ts';
import { reference } from '#field/reference/contract.ts';
import { consumerId, remark } from '../common.ts';

/** How one organisation of an enterprise stands to another, beside the tree. */
export const orgRelation = defineResource({
  name: 'orgRelation',
  area: 'sys',
  label: { zh: '组织关系', en: 'Relations of organisations' },
  idName: 'orgRelationId',
  title: 'orgId',
  unique: [['orgId', 'relatedOrgId', 'relationType']],
  screen: '/SDNSysAdmin/SDNOrgRelation',
  fields: {
    orgId: reference('组织', 'Organisation', 'org'),
    consumerId: consumerId(),
    relationType: choice(
      '关系',
      'Relation',
      {
        1: { zh: '管理', en: 'Manages' },
        2: { zh: '供能', en: 'Supplies' },
        3: { zh: '服务', en: 'Serves' },
        4: { zh: '协作', en: 'Works with' },
      },
      { initial: '1' },
    ),
    relatedOrgId: reference('相关组织', 'Related organisation', 'org'),
    remark: remark(),
  },
});
