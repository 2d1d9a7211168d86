import { defineResource } from '#contract/define.ts';
import { optional } from '#contract/field.ts';
import { choice } from '#field/choice/contract.ts';
import { integer } from '#field/integer/contract.ts';
import { reference } from '#field/reference/contract.ts';
import { text } from '#field/text/contract.ts';
import { consumerId, remark, secondName, state } from '../common.ts';

/** A relay or an IoT output of a site that can be switched. */
export const iRemoteControl = defineResource({
  name: 'iRemoteControl',
  area: 'archive',
  label: { zh: '遥控点', en: 'Remote outputs' },
  idName: 'iRemoteControlId',
  title: 'controlName',
  screen: '/SDNEquipment/SDNRemoteControl',
  unique: [['consumerId', 'controlCode']],
  fields: {
    controlName: text('遥控点名称', 'Output', { max: 60 }),
    controlNameEn: secondName(),
    controlCode: text('遥控点编号', 'Output number', { max: 40 }),
    consumerId: consumerId(),
    siteId: reference('站点', 'Site', 'monitorSite'),
    controlType: choice(
      '类型',
      'Kind',
      {
        1: { zh: '继电器', en: 'Relay' },
        2: { zh: '物联网属性', en: 'IoT property' },
      },
      { initial: '1' },
    ),
    ammeterId: optional(reference('表计', 'Meter', 'ammeter')),
    iotId: optional(text('物联网设备', 'IoT device', { max: 60, hidden: true })),
    identifier: optional(text('属性标识', 'Property', { max: 60, hidden: true })),
    relayNumber: optional(integer('继电器路号', 'Relay', { from: 1, to: 64 })),
    state: state(),
    remark: remark(),
  },
});
