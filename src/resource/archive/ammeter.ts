import { defineResource } from '#contract/define.ts';
import { deviceTypeOptions, DEVICE_TYPE } from '#contract/deviceType.ts';
import { energyTypeOptions } from '#contract/energyType.ts';
import { optional } from '#contract/field.ts';
import { choice } from '#field/choice/contract.ts';
import { date } from '#field/date/contract.ts';
import { decimal } from '#field/decimal/contract.ts';
import { integer } from '#field/integer/contract.ts';
import { reference } from '#field/reference/contract.ts';
import { text } from '#field/text/contract.ts';
import { consumerId, DEMAND_WINDOWS, remark, secondName, state } from '../common.ts';

/** A meter: electricity, water, gas, heat … (specification 3 section 3, device types and their energy types). */
export const ammeter = defineResource({
  name: 'ammeter',
  area: 'archive',
  label: { zh: '表计', en: 'Meters' },
  idName: 'ammeterId',
  title: 'ammeterName',
  large: true,
  tree: 'parentId',
  screen: '/SDNEquipment/SDNLedgerDetail',
  unique: [['consumerId', 'ammeterCode']],
  fields: {
    ammeterName: text('表计名称', 'Meter name', { max: 60 }),
    ammeterNameEn: secondName(),
    ammeterCode: text('表计编号', 'Meter code', { max: 60 }),
    consumerId: consumerId(),
    siteId: reference('站点', 'Site', 'monitorSite'),
    deviceType: choice('表计类型', 'Meter type', deviceTypeOptions, {
      initial: DEVICE_TYPE.electricityMeter,
    }),
    // Null for a communication manager alone, which measures nothing; whoever says none gets the usual of the meter type.
    dataType: optional(choice('能源类型', 'Energy type', energyTypeOptions)),
    parentId: optional(reference('上级表计', 'Parent meter', 'ammeter')),
    intervalSeconds: integer('采集间隔', 'Interval', { from: 1, to: 31_622_400, unit: 's', initial: 900 }),
    ratedPower: optional(decimal('额定功率', 'Rated power', { from: 0, unit: 'kW', decimals: 2 })),
    commissioned: optional(
      date('投运日期', 'Commissioned on', {
        hidden: true,
        help: {
          zh: '在站点时区当天零点投运；此前的数据隔离，不计入',
          en: 'From the first minute of that day at the site; what is stamped before it is held back, not counted',
        },
      }),
    ),
    gapShape: choice(
      '缺口分摊',
      'Spread of gaps',
      {
        1: { zh: '按时间均摊', en: 'Evenly by time' },
        2: { zh: '按上周同日曲线', en: 'Like the same weekday before' },
      },
      { initial: '1', hidden: true },
    ),
    periodSource: optional(
      choice(
        '分时依据',
        'Tariff periods by',
        { 1: { zh: '分时时段', en: 'Calendar' }, 2: { zh: '表内费率', en: 'Own registers' } },
        {
          hidden: true,
          help: {
            zh: '不选：表计有费率示值处用示值，其余按分时时段',
            en: "None: the meter's own tariff registers where it has them, else the calendar",
          },
        },
      ),
    ),
    demandSlip: choice('需量滑差', 'Demand window', DEMAND_WINDOWS, {
      initial: '1',
      hidden: true,
      help: {
        zh: '需量周期 15 分钟；滑差式仅在读数足够密时有别于区间式',
        en: 'The demand period is 15 minutes; sliding differs from block only where readings are fine enough',
      },
    }),
    state: state(),
    remark: remark(),
  },
});
