import { defineResource } from '#contract/define.ts';
import { choice } from '#field/choice/contract.ts';
import { reference } from '#field/reference/contract.ts';
import { text } from '#field/text/contract.ts';
import { consumerId, remark, state } from '../common.ts';

/** An account elsewhere that belongs to an account here; holds no secret of either. */
export const thirdAccount = defineResource({
  name: 'thirdAccount',
  area: 'sys',
  label: { zh: '第三方账号', en: 'Third-party accounts' },
  idName: 'thirdAccountId',
  title: 'accountName',
  unique: [['consumerId', 'provider', 'openId']],
  screen: '/SDNSysAdmin/SDNThirdAccount',
  fields: {
    accountName: text('第三方账号名', 'Account name', { max: 60 }),
    consumerId: consumerId(),
    employeeId: reference('平台账号', 'Account', 'orgEmployee'),
    provider: choice(
      '来源',
      'Provider',
      {
        wechat: { zh: '微信', en: 'WeChat' },
        wecom: { zh: '企业微信', en: 'WeCom' },
        dingtalk: { zh: '钉钉', en: 'DingTalk' },
        feishu: { zh: '飞书', en: 'Feishu' },
        other: { zh: '其他', en: 'Other' },
      },
      { initial: 'wecom' },
    ),
    openId: text('第三方标识', 'Identifier there', { max: 100 }),
    state: state(),
    remark: remark(),
  },
});
