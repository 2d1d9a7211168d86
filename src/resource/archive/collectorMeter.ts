import { defineResource } from '#contract/define.ts';
import { reference } from '#field/reference/contract.ts';
import { text } from '#field/text/contract.ts';
import { consumerId, remark, state } from '../common.ts';

/** Which meter hangs at which address of a collector channel, and by which model's map it is read. */
export const collectorMeter = defineResource({
  name: 'collectorMeter',
  area: 'archive',
  label: { zh: '采集表计', en: 'Collected meters' },
  idName: 'collectorMeterId',
  title: 'ammeterId',
  screen: '/SDNCommunication/SDNCollectorMeter',
  unique: [['channelId', 'ammeterId']],
  fields: {
    channelId: reference('采集通道', 'Channel', 'collectorChannel'),
    consumerId: consumerId(),
    ammeterId: reference('表计', 'Meter', 'ammeter'),
    unitAddress: text('通信地址', 'Address', {
      max: 12,
      help: {
        zh: 'Modbus：从站地址 0–255；DL/T 645：12 位表地址，不足前面补 0',
        en: 'Modbus: unit 0–255; DL/T 645: the 12 digits of the meter, zeros in front may be left out',
      },
    }),
    deviceModelId: reference('设备型号', 'Device model', 'deviceModel'),
    state: state(),
    remark: remark(),
  },
});
