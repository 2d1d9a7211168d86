import { defineResource } from '#contract/define.ts';
import { optional } from '#contract/field.ts';
import { decimal } from '#field/decimal/contract.ts';
import { flag } from '#field/flag/contract.ts';
import { integer } from '#field/integer/contract.ts';
import { reference } from '#field/reference/contract.ts';
import { text } from '#field/text/contract.ts';
import { consumerId, remark, secondName, state } from '../common.ts';

/** A charger for vehicles: how it connects, where it is measured, at which prices it sells. Its key is shown once. */
export const chargePile = defineResource({
  name: 'chargePile',
  area: 'archive',
  label: { zh: '充电桩', en: 'Chargers' },
  idName: 'pileId',
  title: 'pileName',
  screen: '/SDNGuangchuchong/ChargePile',
  unique: [['consumerId', 'pileCode'], ['ocppIdentity']],
  fields: {
    pileName: text('充电桩名称', 'Charger', { max: 60 }),
    pileNameEn: secondName(),
    pileCode: text('充电桩编号', 'Charger number', { max: 40 }),
    consumerId: consumerId(),
    siteId: reference('站点', 'Site', 'monitorSite'),
    connectors: integer('充电枪数', 'Connectors', { from: 1, to: 16, initial: 1 }),
    ratedPower: decimal('额定功率', 'Rated power', {
      from: 0.1,
      to: 10_000,
      decimals: 2,
      unit: 'kW',
      help: { zh: '整桩合计', en: 'Of the charger as a whole' },
    }),
    sharePriority: optional(
      integer('分配优先级', 'Priority', {
        from: 1,
        to: 9,
        initial: 5,
        help: {
          zh: '共享充电功率时 1 最先满足，不填为 5',
          en: 'Where chargers share a limit 1 is served first; empty is 5',
        },
      }),
    ),
    minimumPower: optional(
      decimal('最小充电功率', 'Minimum power', {
        from: 0,
        to: 10_000,
        decimals: 2,
        unit: 'kW',
        help: {
          zh: '分不到这么多时暂停充电（交流桩单相约 1.4，三相约 4.2）',
          en: 'With less it pauses (AC: some 1.4 with one phase, 4.2 with three)',
        },
      }),
    ),
    ocppIdentity: optional(
      text('OCPP 身份', 'OCPP identity', {
        max: 48,
        pattern: /^[A-Za-z0-9*_=:+|@.-]+$/,
        help: {
          zh: '桩连接的地址为 ws(s)://…/ocpp/身份，全平台唯一；不填则不能接入',
          en: 'It connects to ws(s)://…/ocpp/identity, unique in the platform; empty: it cannot connect',
        },
      }),
    ),
    keySet: optional(flag('已发密钥', 'Key issued', { readOnly: true, hidden: true })),
    openToAll: flag('任何卡可充', 'Open to all', {
      initial: false,
      help: { zh: '不校验卡号；否则只接受名单中的卡', en: 'No tag is checked; else those of the list only' },
    }),
    serviceFee: decimal('服务费', 'Service fee', {
      from: 0,
      to: 100,
      decimals: 6,
      unit: '元/kWh',
      initial: 0,
      help: { zh: '在电费之外收取', en: 'Beside the price of the energy' },
    }),
    measureAccount: optional(
      text('户号', 'Account', {
        max: 30,
        help: {
          zh: '按该户号的电价协议计电费；不填则按站点的',
          en: 'Energy is charged at the prices of this account; empty: those of the site',
        },
      }),
    ),
    ammeterId: optional(
      reference('表计', 'Meter', 'ammeter', {
        help: {
          zh: '桩上报的示值存入此表计（单枪桩，或多枪桩的总表）',
          en: 'What the charger measures is stored there (one connector, or the main meter of several)',
        },
      }),
    ),
    gatewayId: optional(
      reference('网关', 'Gateway', 'gateway', {
        hidden: true,
        help: {
          zh: '示值经此网关接收，填写表计时必填',
          en: 'Readings are taken under it; needed with a meter',
        },
      }),
    ),
    state: state(),
    remark: remark(),
  },
});
