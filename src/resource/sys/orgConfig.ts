import { defineResource } from '#contract/define.ts';
import { reference } from '#field/reference/contract.ts';
import { text } from '#field/text/contract.ts';
import { consumerId, remark } from '../common.ts';

/** A setting that an organisation keeps under a key; never a password or a token. */
export const orgConfig = defineResource({
  name: 'orgConfig',
  area: 'sys',
  label: { zh: '组织参数', en: 'Settings of organisations' },
  idName: 'orgConfigId',
  title: 'configKey',
  unique: [['orgId', 'configKey']],
  screen: '/SDNSysAdmin/SDNOrgConfig',
  fields: {
    configKey: text('参数名', 'Key', { max: 60, pattern: /^[\w.-]+$/ }),
    consumerId: consumerId(),
    orgId: reference('组织', 'Organisation', 'org'),
    configValue: text('参数值', 'Value', { max: 500 }),
    remark: remark(),
  },
});
