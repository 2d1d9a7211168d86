import { defineResource } from '#contract/define.ts';
import { optional } from '#contract/field.ts';
import { choice } from '#field/choice/contract.ts';
import { text } from '#field/text/contract.ts';
import { remark, state } from '../common.ts';

/** A client of the platform; its code comes with the log-in and stands in the access record. */
export const app = defineResource({
  name: 'app',
  area: 'sys',
  label: { zh: '应用', en: 'Apps' },
  idName: 'appId',
  title: 'appName',
  scope: null,
  unique: [['appCode']],
  screen: '/SDNSysAdmin/SDNApp',
  fields: {
    appName: text('应用名称', 'App', { max: 60 }),
    appCode: text('应用代码', 'App code', { max: 30, pattern: /^[\w.-]+$/ }),
    appType: choice(
      '类型',
      'Kind',
      {
        web: { zh: '网页', en: 'Web' },
        mobile: { zh: '移动端', en: 'Mobile' },
        device: { zh: '设备端', en: 'Device' },
        partner: { zh: '第三方', en: 'Partner' },
      },
      { initial: 'web' },
    ),
    version: optional(text('版本', 'Version', { max: 30 })),
    url: optional(text('地址', 'Address', { max: 200 })),
    state: state(),
    remark: remark(),
  },
});
