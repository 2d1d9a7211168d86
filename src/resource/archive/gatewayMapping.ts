import { DATA_CODES } from '#contract/dataCode.ts';
import { defineResource } from '#contract/define.ts';
import { optional } from '#contract/field.ts';
import { choice } from '#field/choice/contract.ts';
import { decimal } from '#field/decimal/contract.ts';
import { flag } from '#field/flag/contract.ts';
import { reference } from '#field/reference/contract.ts';
import { text } from '#field/text/contract.ts';
import { consumerId, remark } from '../common.ts';

const codeOptions = Object.fromEntries(
  DATA_CODES.map(({ code, label }) => [code, { zh: `${code} ${label.zh}`, en: `${code} ${label.en}` }]),
);

/**
 * What the names and keys that a gateway sends mean: this device (and key) is that meter (and data code), or the key is
 * that signal point. A row without key is for every key of the device; a row with its key goes before it.
 */
export const gatewayMapping = defineResource({
  name: 'gatewayMapping',
  area: 'archive',
  label: { zh: '网关映射', en: 'Gateway mappings' },
  idName: 'gatewayMappingId',
  title: 'deviceName',
  large: true,
  screen: '/SDNCommunication/SDNGatewayMapping',
  unique: [['gatewayId', 'deviceName', 'dataKey']],
  fields: {
    gatewayId: reference('网关', 'Gateway', 'gateway'),
    consumerId: consumerId(),
    deviceName: text('设备名称', 'Device name', {
      max: 200,
      help: { zh: '网关上报的设备名称', en: 'The name of the device as the gateway sends it' },
    }),
    dataKey: optional(
      text('数据键', 'Data key', {
        max: 100,
        help: { zh: '不填：该设备的全部数据键', en: 'Empty: every key of the device' },
      }),
    ),
    ammeterId: optional(reference('表计', 'Meter', 'ammeter')),
    dataCode: optional(
      choice('数据代码', 'Data code', codeOptions, {
        help: { zh: '不选：数据键本身就是数据代码', en: 'None: the key is the data code itself' },
      }),
    ),
    signalPointId: optional(
      reference('信号点', 'Signal point', 'signalPoint', {
        hidden: true,
        help: {
          zh: '数据键是该信号点的状态；填写后不填表计、数据代码与乘数',
          en: 'The key tells the state of this point; without meter, code and multiplier then',
        },
      }),
    ),
    multiplier: optional(
      decimal('乘数', 'Multiplier', {
        from: -1e9,
        to: 1e9,
        decimals: 9,
        help: { zh: '收到的值乘以它后保存；不填为 1', en: 'Received values are stored times this; empty: 1' },
      }),
    ),
    ignored: flag('忽略', 'Ignored', {
      initial: false,
      help: {
        zh: '忽略的数据键不保存，也不再提示',
        en: 'Ignored keys are neither stored nor reported as unknown',
      },
    }),
    remark: remark(),
  },
});
