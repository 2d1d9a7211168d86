import { defineResource } from '#contract/define.ts';
import { choice } from '#field/choice/contract.ts';
import { text } from '#field/text/contract.ts';
import { consumerId, remark, secondName } from '../common.ts';

/** Accounts with suppliers of water, electricity and gas (tab 10). */
export const energyAccount = defineResource({
  name: 'energyAccount',
  area: 'yunshui',
  label: { zh: '水电气账户', en: 'Water, electricity, gas accounts' },
  idName: 'energyAccountId',
  title: 'accountName',
  unique: [['consumerId', 'accountType', 'accountNo']],
  screen: '/Archive/energyAccount',
  fields: {
    accountType: choice('账户类型', 'Account type', {
      1: { zh: '水', en: 'Water' },
      2: { zh: '电', en: 'Electricity' },
      3: { zh: '气', en: 'Gas' },
    }),
    consumerId: consumerId(),
    accountNo: text('账号', 'Account number', { max: 20 }),
    accountName: text('户名', 'Account name', { max: 30 }),
    accountNameEn: secondName(),
    provider: text('供应单位', 'Provider', { max: 30 }),
    remark: remark(),
  },
});
