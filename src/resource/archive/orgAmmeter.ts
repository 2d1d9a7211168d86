import { defineResource } from '#contract/define.ts';
import { energyTypeOptions, ENERGY } from '#contract/energyType.ts';
import { choice } from '#field/choice/contract.ts';
import { reference } from '#field/reference/contract.ts';
import { consumerId, remark } from '../common.ts';

/**
 * Which meters stand for an organisation, per energy type: a signed list. An organisation without a list is its
 * top real meters, so that no flow is counted twice.
 */
export const orgAmmeter = defineResource({
  name: 'orgAmmeter',
  area: 'archive',
  label: { zh: '组织用能表计', en: 'Meters of organisations' },
  idName: 'orgAmmeterId',
  title: 'orgId',
  screen: '/SDNEquipment/SDNParameter',
  unique: [['orgId', 'dataType', 'ammeterId']],
  fields: {
    orgId: reference('组织', 'Organisation', 'org'),
    consumerId: consumerId(),
    dataType: choice('能源类型', 'Energy type', energyTypeOptions, { initial: ENERGY.electricity }),
    ammeterId: reference('表计', 'Meter', 'ammeter'),
    sign: choice(
      '符号',
      'Sign',
      { 1: { zh: '加', en: 'Plus' }, '-1': { zh: '减', en: 'Minus' } },
      { initial: '1' },
    ),
    remark: remark(),
  },
});
