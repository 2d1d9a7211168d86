import { defineResource } from '#contract/define.ts';
import { optional } from '#contract/field.ts';
import { choice } from '#field/choice/contract.ts';
import { decimal } from '#field/decimal/contract.ts';
import { integer } from '#field/integer/contract.ts';
import { reference } from '#field/reference/contract.ts';
import { text } from '#field/text/contract.ts';
import { consumerId, remark, secondName, state } from '../common.ts';

/** Kinds of units of a storage station. */
const STORAGE_UNIT_TYPES = {
  PCS: { zh: '变流器（PCS）', en: 'Converter (PCS)' },
  battery: { zh: '电池簇', en: 'Battery cluster' },
} as const;

/** A converter or a battery cluster of a storage station; its meter counts and tells as the station's does. */
export const storageUnit = defineResource({
  name: 'storageUnit',
  area: 'archive',
  label: { zh: '储能单元', en: 'Storage units' },
  idName: 'unitId',
  title: 'unitName',
  tree: 'parentId',
  needs: 'storageStation',
  screen: '/SDNGuangchuchong/Unit',
  unique: [['stationId', 'unitName']],
  fields: {
    unitName: text('单元名称', 'Unit', { max: 60 }),
    unitNameEn: secondName(),
    consumerId: consumerId(),
    stationId: reference('储能电站', 'Storage station', 'storageStation'),
    unitType: choice('类型', 'Kind', STORAGE_UNIT_TYPES, { initial: 'PCS' }),
    parentId: optional(
      reference('所接变流器', 'Behind converter', 'storageUnit', {
        help: { zh: '电池簇所接的变流器', en: 'The converter that a battery cluster hangs at' },
      }),
    ),
    ammeterId: reference('表计', 'Meter', 'ammeter', {
      help: {
        zh: '变流器为交流侧，电池簇为直流侧；正向充电，反向放电',
        en: 'Of a converter its AC side, of a cluster its DC side; forward charged, reverse discharged',
      },
    }),
    ratedPower: optional(decimal('额定功率', 'Rated power', { from: 0, to: 1e6, unit: 'kW', decimals: 2 })),
    ratedEnergy: optional(
      decimal('额定容量', 'Rated energy', { from: 0, to: 1e7, unit: 'kWh', decimals: 2 }),
    ),
    cellCount: optional(integer('串联电芯数', 'Cells in series', { from: 1, to: 100_000, hidden: true })),
    spreadLimit: optional(
      decimal('压差限值', 'Limit of the spread', {
        from: 0,
        to: 5,
        unit: 'V',
        decimals: 3,
        help: {
          zh: '单体最高与最低电压之差超过它时标出',
          en: 'Reported where highest and lowest cell voltage differ by more',
        },
      }),
    ),
    temperatureLimit: optional(
      decimal('温度限值', 'Limit of the temperature', { from: -40, to: 120, unit: '℃', decimals: 1 }),
    ),
    ratedCycles: optional(
      integer('设计循环次数', 'Cycles it is built for', { from: 1, to: 1e6, hidden: true }),
    ),
    state: state(),
    remark: remark(),
  },
});
