import { defineResource } from '#contract/define.ts';
import { optional } from '#contract/field.ts';
import { codes } from '#field/codes/contract.ts';
import { date } from '#field/date/contract.ts';
import { decimal } from '#field/decimal/contract.ts';
import { integer } from '#field/integer/contract.ts';
import { text } from '#field/text/contract.ts';
import { consumerId, remark, secondName } from '../common.ts';
import { ENERGIES } from './codeList.ts';
import { currentState, dept } from './field.ts';

/** The list of main energy devices that is handed in for a review (tab 24; JJF 1356 table B.2). */
export const companyDev = defineResource({
  name: 'companyDev',
  area: 'yunshui',
  label: { zh: '主要用能设备一览表', en: 'Main energy device list' },
  idName: 'companyDevId',
  title: 'deviceName',
  unique: [['consumerId', 'deviceName', 'deviceNo']],
  screen: '/Archive/companyDev',
  fields: {
    deviceName: text('设备名称', 'Device', { max: 30 }),
    deviceNameEn: secondName(),
    consumerId: consumerId(),
    deviceNo: text('设备编号', 'Device number', { max: 30 }),
    model: optional(text('规格型号', 'Model', { max: 40 })),
    deviceCount: integer('数量', 'Quantity', { from: 1, to: 100_000, initial: 1 }),
    ratedPower: optional(decimal('额定功率', 'Rated power', { from: 0, unit: 'kW' })),
    energyCode: optional(codes('用能品种', 'Energies', ENERGIES, { max: 4 })),
    location: optional(text('安装地点', 'Location', { max: 30, names: 'monitorSite' })),
    dept: dept(),
    usingDate: optional(date('投用日期', 'In use since')),
    currentState: currentState(),
    remark: remark(),
  },
});
