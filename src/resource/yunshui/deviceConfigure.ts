import { defineResource } from '#contract/define.ts';
import { optional } from '#contract/field.ts';
import { code } from '#field/code/contract.ts';
import { codes } from '#field/codes/contract.ts';
import { date } from '#field/date/contract.ts';
import { decimal } from '#field/decimal/contract.ts';
import { text } from '#field/text/contract.ts';
import { consumerId, remark, secondName } from '../common.ts';
import { ENERGIES, PROCESS_UNITS } from './codeList.ts';
import { currentState } from './field.ts';

/** Key energy devices, each in a process unit (tab 14). */
export const deviceConfigure = defineResource({
  name: 'deviceConfigure',
  area: 'yunshui',
  label: { zh: '重点用能设备', en: 'Key energy devices' },
  idName: 'deviceConfigureId',
  title: 'deviceName',
  order: 'processUnitCode',
  unique: [['consumerId', 'processUnitCode', 'deviceNo']],
  screen: '/Archive/deviceConfigure',
  fields: {
    deviceName: text('设备名称', 'Device', { min: 2, max: 30 }),
    deviceNameEn: secondName(),
    consumerId: consumerId(),
    deviceNo: text('设备编号', 'Device number', {
      max: 4,
      pattern: /^(?!0000)\d{4}$/,
      help: {
        zh: '4 位数字：设备类型 2 位加流水号 2 位',
        en: 'Four digits: two of the device type, two of a running number',
      },
    }),
    model: optional(text('型号', 'Model', { max: 40 })),
    location: text('安装地点', 'Location', { max: 30, names: 'monitorSite' }),
    dept: text('所属部门', 'Department', { max: 20, names: 'orgUnit' }),
    deviceType: code('设备类型', 'Device type', 'deviceType', { max: 2 }),
    usingDate: optional(date('投用日期', 'In use since')),
    currentState: currentState(),
    energyCode: codes('用能品种', 'Energies', ENERGIES, { max: 4 }),
    energyValue: optional(
      decimal('额定能耗', 'Rated consumption', { from: 0, to: 9_999_999_999, hidden: true }),
    ),
    processUnitCode: code('所属工序单元', 'Process unit', PROCESS_UNITS, {
      max: 4,
      help: { zh: '工序编码加单元编码', en: 'Process code and unit code' },
    }),
    remark: remark(),
  },
});
