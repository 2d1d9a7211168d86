import { ACCOUNT, ACCOUNT_TYPES } from '#contract/accountType.ts';
import { defineResource } from '#contract/define.ts';
import { optional } from '#contract/field.ts';
import { choice } from '#field/choice/contract.ts';
import { code } from '#field/code/contract.ts';
import { date } from '#field/date/contract.ts';
import { reference } from '#field/reference/contract.ts';
import { references } from '#field/references/contract.ts';
import { text } from '#field/text/contract.ts';
import { remark, secondName, state, telephone } from '../common.ts';

/** A person with an account (specification 2 section 3: employee). Passwords live in a table of their own. */
export const orgEmployee = defineResource({
  name: 'orgEmployee',
  area: 'sys',
  label: { zh: '账号', en: 'Accounts' },
  idName: 'userId',
  title: 'name',
  screen: '/SDNSysAdmin/SDNAccountsAdmin',
  unique: [['userName']],
  fields: {
    userName: text('登录名', 'User name', { max: 60, pattern: /^[\w.@-]+$/ }),
    name: text('姓名', 'Name', { max: 60 }),
    nameEn: secondName(),
    accountType: choice('账号类型', 'Account type', ACCOUNT_TYPES, { initial: ACCOUNT.enterprise }),
    consumerId: optional(
      reference('所属企业', 'Enterprise', 'consumer', {
        // As the entity of the specification calls them.
        tells: { orgCode: 'orgCode', orgName: 'orgName' },
      }),
    ),
    consumerIdList: optional(references('关联企业', 'Associated enterprises', 'consumer')),
    roleIdList: optional(references('角色', 'Roles', 'orgRole')),
    orgLimitList: optional(
      references('可见范围', 'May see', 'org', {
        whenEmpty: { zh: '全部', en: 'All' },
        help: {
          zh: '不选表示角色允许的全部；选定后只能看到这些站点或组织的数据',
          en: 'None means all that the roles show; else the data of these sites or units alone',
        },
      }),
    ),
    empClassifyId: optional(
      code('人员分类', 'Classification', 'empClassify', {
        max: 30,
        help: { zh: '数据字典“人员分类”中的条目', en: 'An entry of the dictionary “empClassify”' },
      }),
    ),
    telephone: telephone(),
    email: optional(
      text('邮箱', 'E-mail', {
        max: 100,
        pattern: /^[^\s@,;<>"]+@[^\s@,;<>"]+\.[^\s@,;<>"]+$/,
        hidden: true,
      }),
    ),
    idNumber: optional(text('证件号', 'Identity number', { max: 30, hidden: true })),
    expiredTime: optional(date('到期日', 'Expires', { ahead: true })),
    state: state(),
    icon: optional(text('头像', 'Picture', { hidden: true, readOnly: true })),
    remark: remark(),
  },
});
