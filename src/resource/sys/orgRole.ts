import { defineResource } from '#contract/define.ts';
import { optional } from '#contract/field.ts';
import { flag } from '#field/flag/contract.ts';
import { references } from '#field/references/contract.ts';
import { text } from '#field/text/contract.ts';
import { nameInEnglish, remark } from '../common.ts';

/** A role: what its holders may see and do (specification 2 section 3: orgFunList, orgLimitList). */
export const orgRole = defineResource({
  name: 'orgRole',
  area: 'sys',
  label: { zh: '角色', en: 'Roles' },
  idName: 'roleId',
  title: 'roleName',
  scope: null,
  screen: '/SDNSysAdmin/SDNCharAdmin',
  unique: [['roleCode']],
  fields: {
    roleName: text('角色名称', 'Role name', { max: 60 }),
    roleCode: text('角色代码', 'Role code', { max: 30, pattern: /^[\w-]+$/ }),
    roleNameEn: nameInEnglish(),
    orgFunList: optional(references('功能', 'Functions', 'fun')),
    orgLimitList: optional(
      references('限定组织', 'Limited to organisations', 'org', {
        hidden: true,
        whenEmpty: { zh: '不限定', en: 'No limit' },
        help: {
          zh: '持有此角色的账号只能看到这些企业、站点或组织的数据；不选表示不限定',
          en: 'Holders see the data of these enterprises, sites or units alone; none means no limit',
        },
      }),
    ),
    homeUrl: optional(
      text('首页', 'Home', {
        max: 200,
        pattern: /^\/[\w/-]+$/,
        help: {
          zh: '持有者登录后先到的页面；留空为总览，无权打开时到第一个有权的页面',
          en: 'Where holders land after log-in; empty: the overview. Without the right to it: the first page that they may open',
        },
      }),
    ),
    secondFactor: flag('须两步验证', 'Second factor required', {
      initial: false,
      help: {
        zh: '持有此角色的账号登录时须输入验证器的验证码；尚未设置的，登录后先设置',
        en: 'Holders sign in with a code of an authenticator; those without one are asked to set it up at sign-in',
      },
    }),
    remark: remark(),
  },
});
