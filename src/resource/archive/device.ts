import { defineResource } from '#contract/define.ts';
import { optional } from '#contract/field.ts';
import { choice } from '#field/choice/contract.ts';
import { date } from '#field/date/contract.ts';
import { decimal } from '#field/decimal/contract.ts';
import { reference } from '#field/reference/contract.ts';
import { text } from '#field/text/contract.ts';
import { consumerId, remark, secondName } from '../common.ts';

/** A piece of equipment: what it is, where it stands, when it came. */
export const device = defineResource({
  name: 'device',
  area: 'archive',
  label: { zh: '设备台账', en: 'Equipment' },
  idName: 'deviceId',
  title: 'deviceName',
  large: true,
  screen: '/SDNEquipment/SDNDevice',
  unique: [['consumerId', 'deviceCode']],
  fields: {
    deviceName: text('设备名称', 'Device', { max: 60 }),
    deviceNameEn: secondName(),
    deviceCode: text('设备编号', 'Device number', { max: 40 }),
    consumerId: consumerId(),
    siteId: reference('站点', 'Site', 'monitorSite'),
    deviceClass: choice(
      '设备类别',
      'Class',
      {
        1: { zh: '一次设备', en: 'Primary: carries the energy' },
        2: { zh: '二次设备', en: 'Secondary: measures, protects, controls' },
      },
      { initial: '1' },
    ),
    unitTypeId: optional(reference('机组类型', 'Machine type', 'unitType')),
    deviceModelId: optional(reference('设备型号', 'Device model', 'deviceModel')),
    manufacturer: optional(text('生产厂家', 'Manufacturer', { max: 60 })),
    serialNumber: optional(text('出厂编号', 'Serial number', { max: 60, hidden: true })),
    ratedPower: optional(decimal('额定功率', 'Rated power', { from: 0, unit: 'kW' })),
    location: optional(text('安装位置', 'Place', { max: 120 })),
    usingDate: optional(date('投用日期', 'In use since')),
    currentState: choice(
      '当前状态',
      'Condition',
      {
        1: { zh: '正常', en: 'Normal' },
        2: { zh: '故障', en: 'Faulty' },
        3: { zh: '停用', en: 'Out of service' },
      },
      { initial: '1' },
    ),
    remark: remark(),
  },
});
