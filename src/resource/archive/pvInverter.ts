import { defineResource } from '#contract/define.ts';
import { decimal } from '#field/decimal/contract.ts';
import { reference } from '#field/reference/contract.ts';
import { text } from '#field/text/contract.ts';
import { consumerId, remark, secondName, state } from '../common.ts';

/** An inverter of a PV plant: compared with the others by what it yields for each kWp behind it. */
export const pvInverter = defineResource({
  name: 'pvInverter',
  area: 'archive',
  label: { zh: '光伏逆变器', en: 'PV inverters' },
  idName: 'inverterId',
  title: 'inverterName',
  needs: 'pvPlant',
  screen: '/SDNGuangchuchong/Inverter',
  unique: [['plantId', 'inverterName']],
  fields: {
    inverterName: text('逆变器名称', 'Inverter', { max: 60 }),
    inverterNameEn: secondName(),
    consumerId: consumerId(),
    plantId: reference('光伏电站', 'PV plant', 'pvPlant'),
    ammeterId: reference('表计', 'Meter', 'ammeter', {
      help: { zh: '正向有功为发电量', en: 'Forward energy is what is generated' },
    }),
    ratedPower: decimal('组件容量', 'Modules behind it', { from: 0.1, to: 1e6, unit: 'kWp', decimals: 3 }),
    state: state(),
    remark: remark(),
  },
});
