import { defineResource } from '#contract/define.ts';
import { text } from '#field/text/contract.ts';
import { consumerId, remark, state } from '../common.ts';

/** The dashboard of an enterprise at another product: its address. */
export const grafanaAccount = defineResource({
  name: 'grafanaAccount',
  area: 'archive',
  label: { zh: '看板账户', en: 'Dashboard accounts' },
  idName: 'grafanaAccountId',
  title: 'accountName',
  screen: '/SDNOperationAdmin/SDNDashboardAccount',
  unique: [['consumerId']],
  fields: {
    accountName: text('账户名称', 'Account', { max: 60 }),
    consumerId: consumerId(),
    url: text('看板地址', 'Address', { max: 255, pattern: /^https?:\/\/[^\s"'<>]+$/ }),
    state: state(),
    remark: remark(),
  },
});
