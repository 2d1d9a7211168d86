import { defineResource } from '#contract/define.ts';
import { optional } from '#contract/field.ts';
import { choice } from '#field/choice/contract.ts';
import { code } from '#field/code/contract.ts';
import { codes } from '#field/codes/contract.ts';
import { decimal } from '#field/decimal/contract.ts';
import { text } from '#field/text/contract.ts';
import { consumerId, remark, secondName } from '../common.ts';
import { COLLECTED, PROCESSES, UNITS, WHOLE_PLANT } from './codeList.ts';
import { TWO_DIGITS } from './field.ts';

const NO_DEVICE = { '00': { zh: '无', en: 'None' } };

/** What is collected and reported (tab 15): the 16-digit data code is put together from its parts. */
export const dataCollectConfigure = defineResource({
  name: 'dataCollectConfigure',
  area: 'yunshui',
  also: ['hunan'],
  label: { zh: '数据采集项', en: 'Data collection items' },
  idName: 'dataCollectConfigureId',
  title: 'collectItemName',
  order: 'dataCode',
  unique: [['consumerId', 'dataCode', 'statType']],
  screen: '/Archive/dataCollectConfigure',
  fields: {
    collectItemName: text('采集项名称', 'Collection item', { max: 30 }),
    collectItemNameEn: secondName(),
    consumerId: consumerId(),
    dataCode: optional(
      text('数据编码', 'Data code', {
        max: 21,
        pattern: /^[\d-]{16,21}$/,
        help: {
          zh: '16 位，留空则由各部分组成；填写时须与各部分一致',
          en: 'Sixteen digits, put together of its parts where empty; given, it must agree with them',
        },
      }),
    ),
    scope: choice(
      '采集范围',
      'Scope',
      {
        1: { zh: '全厂', en: 'Whole plant' },
        2: { zh: '生产工序', en: 'Production process' },
        3: { zh: '工序单元', en: 'Process unit' },
        4: { zh: '重点用能设备', en: 'Key energy device' },
      },
      { initial: '1' },
    ),
    processCode: code('生产工序', 'Process', PROCESSES, {
      max: 2,
      fixed: WHOLE_PLANT,
      initial: '00',
      hidden: true,
    }),
    processUnitCode: code('工序单元', 'Process unit', UNITS, {
      max: 2,
      fixed: WHOLE_PLANT,
      initial: '00',
      hidden: true,
    }),
    equipmentCode: code('设备类型', 'Device type', 'deviceType', {
      max: 2,
      fixed: NO_DEVICE,
      initial: '00',
      hidden: true,
    }),
    equipmentUnitCode: text('设备流水号', 'Device running number', {
      max: 2,
      pattern: TWO_DIGITS,
      initial: '00',
      hidden: true,
    }),
    energyClassCode: code('采集数据类型', 'Class of data', 'collectType', { max: 2 }),
    energyTypeCode: codes('能源品种', 'Energy type', COLLECTED, {
      max: 4,
      most: 10,
      help: {
        zh: '可逐级选择，最后一项写入数据编码',
        en: 'May go from the general to the special: the last one stands in the data code',
      },
    }),
    dataUsageCode: code('用途', 'Use', 'energyUse', { max: 2 }),
    inputType: code('数据来源', 'Origin of data', 'dataOrigin', { max: 1 }),
    dataValueMax: optional(decimal('上限', 'Highest value', { decimals: 4, hidden: true })),
    dataValueMin: optional(decimal('下限', 'Lowest value', { decimals: 4, hidden: true })),
    statType: choice('采集频率', 'Frequency', {
      0: { zh: '实时', en: 'Real time' },
      1: { zh: '日', en: 'Daily' },
      2: { zh: '月', en: 'Monthly' },
      3: { zh: '年', en: 'Yearly' },
    }),
    collectSystemName: optional(text('采集系统名称', 'Collecting system', { max: 50, hidden: true })),
    convertRation: optional(
      decimal('折标系数', 'Coal equivalent', {
        from: 0,
        to: 1_000_000,
        decimals: 6,
        help: { zh: '综合能耗（0000）为 1', en: '1 for all energy together (0000)' },
      }),
    ),
    remark: remark(),
  },
});
