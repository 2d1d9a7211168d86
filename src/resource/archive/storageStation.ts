import { defineResource } from '#contract/define.ts';
import { optional } from '#contract/field.ts';
import { date } from '#field/date/contract.ts';
import { decimal } from '#field/decimal/contract.ts';
import { flag } from '#field/flag/contract.ts';
import { reference } from '#field/reference/contract.ts';
import { text } from '#field/text/contract.ts';
import { consumerId, remark, secondName, state } from '../common.ts';

const percent = (zh: string, en: string, initial: number, help?: { zh: string; en: string }) =>
  decimal(zh, en, { from: 0, to: 100, unit: '%', decimals: 2, initial, ...(help ? { help } : {}) });

/**
 * A battery station: what it can do, where it is measured, whom its revenue belongs to. Its meter counts what it charges
 * forward (PP) and what it discharges in reverse (RP), as `src/domain/storage/sign.ts` says.
 */
export const storageStation = defineResource({
  name: 'storageStation',
  area: 'archive',
  label: { zh: '储能电站', en: 'Storage stations' },
  idName: 'stationId',
  title: 'stationName',
  screen: '/SDNGuangchuchong/Station',
  unique: [['consumerId', 'stationName']],
  fields: {
    stationName: text('电站名称', 'Station', { max: 60 }),
    stationNameEn: secondName(),
    consumerId: consumerId(),
    siteId: reference('站点', 'Site', 'monitorSite'),
    stationMeterId: reference('关口表', 'Station meter', 'ammeter', {
      help: {
        zh: '正向有功为充电电量，反向有功为放电电量',
        en: 'Forward energy is what was charged, reverse energy what was discharged',
      },
    }),
    gridMeterId: optional(
      reference('并网点电表', 'Grid meter', 'ammeter', {
        help: {
          zh: '站点总进线：正向为购电，反向为上网；用于需量与能量流向',
          en: 'Of the supply of the site: forward bought, reverse fed in; for the demand and the flow',
        },
      }),
    ),
    gatewayId: optional(reference('EMS 网关', 'EMS gateway', 'gateway')),
    deviceName: optional(
      text('EMS 设备名称', 'EMS device', {
        max: 200,
        help: {
          zh: '计划曲线下发到该网关的这个设备',
          en: 'Plan curves are issued to this device of the gateway',
        },
      }),
    ),
    measureAccount: optional(
      text('结算户号', 'Account', {
        max: 30,
        help: { zh: '按该户号的电价协议结算', en: 'Settled at the prices of the agreement of this account' },
      }),
    ),
    ratedEnergy: decimal('额定容量', 'Rated energy', { from: 0.1, to: 1e7, unit: 'kWh', decimals: 2 }),
    ratedPower: decimal('额定功率', 'Rated power', { from: 0.1, to: 1e6, unit: 'kW', decimals: 2 }),
    chargeEfficiency: percent('充电效率', 'Charging efficiency', 95),
    dischargeEfficiency: percent('放电效率', 'Discharging efficiency', 95),
    socMin: percent('最低荷电状态', 'Lowest state of charge', 10),
    socMax: percent('最高荷电状态', 'Highest state of charge', 90),
    transformerCapacity: optional(
      decimal('变压器容量', 'Transformer', { from: 0, unit: 'kVA', decimals: 2 }),
    ),
    exportAllowed: flag('允许向电网送电', 'May feed into the grid', { initial: false }),
    wearCost: decimal('损耗成本', 'Cost of wear', {
      from: 0,
      to: 100,
      unit: '元/kWh',
      decimals: 6,
      initial: 0,
      help: {
        zh: '按充放电量的平均值计（吞吐量的一半）',
        en: 'For each kWh of half of what is charged and discharged together',
      },
    }),
    operationCost: decimal('运维费', 'Operation and maintenance', {
      from: 0,
      unit: '元/月',
      decimals: 2,
      initial: 0,
    }),
    customerShare: percent('用户分成比例', 'Share of the customer', 0, {
      zh: '毛收益（放电收入减充电成本）中归用电企业的比例，其余归投资方',
      en: 'Part of the gross profit (discharged less charged) of the enterprise; the rest is of the owner',
    }),
    investment: optional(decimal('投资额', 'Investment', { from: 0, unit: '元', decimals: 2, hidden: true })),
    commissioned: optional(date('投运日期', 'Commissioned on', { hidden: true })),
    state: state(),
    remark: remark(),
  },
});
