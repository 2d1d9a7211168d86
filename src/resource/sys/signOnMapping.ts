import { defineResource } from '#contract/define.ts';
import { optional } from '#contract/field.ts';
import { reference } from '#field/reference/contract.ts';
import { references } from '#field/references/contract.ts';
import { text } from '#field/text/contract.ts';
import { ix, remark, state } from '../common.ts';

/** What membership of a group at the provider of single sign-on means here: an enterprise and roles in it. */
export const signOnMapping = defineResource({
  name: 'signOnMapping',
  area: 'sys',
  label: { zh: '单点登录映射', en: 'Single sign-on mapping' },
  idName: 'signOnMappingId',
  title: 'groupName',
  order: 'ix',
  screen: '/SDNSysAdmin/SDNSignOnMapping',
  unique: [['groupName', 'claimName', 'consumerId']],
  fields: {
    groupName: text('组', 'Group', {
      help: {
        zh: '与身份提供方给出的值逐字一致，区分大小写（如 /energy/admins 或组的对象 ID）',
        en: 'Letter by letter as the provider tells it (such as /energy/admins, or the object id of a group)',
      },
    }),
    claimName: optional(
      text('声明', 'Claim', {
        max: 120,
        help: {
          zh: '值所在的声明；不填表示设置中的组声明。内层用点号，如 realm_access.roles',
          en: 'Where the value stands; empty means the group claim of the settings. Inner ones by dots: realm_access.roles',
        },
      }),
    ),
    consumerId: optional(
      reference('所属企业', 'Enterprise', 'consumer', {
        help: { zh: '不填表示设置中的默认企业', en: 'Empty means the default enterprise of the settings' },
      }),
    ),
    roleIdList: references('角色', 'Roles', 'orgRole'),
    ix: {
      ...ix(),
      hidden: false,
      help: {
        zh: '一个人的组属于多个企业时，排序最小者为其所属企业',
        en: 'Where the groups of a person belong to several enterprises the lowest one is the own',
      },
    },
    state: state(),
    remark: remark(),
  },
});
