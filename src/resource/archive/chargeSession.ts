import { defineResource } from '#contract/define.ts';
import { optional } from '#contract/field.ts';
import { PERIOD_NUMBERS, PERIODS } from '#contract/period.ts';
import { SESSION_DOUBTS, SESSION_STATES, STOP_REASONS } from '#contract/chargeSession.ts';
import { choice } from '#field/choice/contract.ts';
import { dateTime } from '#field/dateTime/contract.ts';
import { decimal } from '#field/decimal/contract.ts';
import { flag } from '#field/flag/contract.ts';
import { integer } from '#field/integer/contract.ts';
import { reference } from '#field/reference/contract.ts';
import { text } from '#field/text/contract.ts';
import { consumerId } from '../common.ts';

const energy = (zh: string, en: string, hidden = true) =>
  optional(decimal(zh, en, { unit: 'kWh', decimals: 3, hidden }));
const fee = (zh: string, en: string, hidden = false) =>
  optional(decimal(zh, en, { unit: '元', decimals: 2, hidden }));
const [sharp, peak, flat, valley, deepValley] = PERIOD_NUMBERS.map((period) =>
  energy(`${PERIODS[period].zh}电量`, `${PERIODS[period].en} energy`),
) as [Energy, Energy, Energy, Energy, Energy];
type Energy = ReturnType<typeof energy>;

/** A charging session as its charger told it; its number is the transactionId of OCPP. Only chargers make them. */
export const chargeSession = defineResource({
  name: 'chargeSession',
  area: 'archive',
  label: { zh: '充电记录', en: 'Charging sessions' },
  idName: 'sessionId',
  title: 'sessionName',
  readOnly: true,
  large: true,
  order: '-beginAt',
  needs: 'chargePile',
  screen: '/SDNGuangchuchong/Running/ChargeRecord',
  fields: {
    sessionName: text('会话', 'Session', { max: 80, hidden: true }),
    consumerId: consumerId(),
    siteId: reference('站点', 'Site', 'monitorSite', { hidden: true }),
    pileId: reference('充电桩', 'Charger', 'chargePile'),
    connector: integer('枪号', 'Connector', { plain: true }),
    idTag: text('卡号', 'Tag', { max: 20 }),
    beginAt: dateTime('开始时间', 'Began'),
    endAt: optional(dateTime('结束时间', 'Ended')),
    sessionState: choice('状态', 'State', SESSION_STATES),
    energy: energy('电量', 'Energy', false),
    energyFee: fee('电费', 'Energy fee', true),
    serviceFee: fee('服务费', 'Service fee', true),
    totalFee: fee('合计', 'Total'),
    stopReason: optional(choice('结束原因', 'Reason for stopping', STOP_REASONS)),
    doubt: optional(choice('存疑', 'Doubt', SESSION_DOUBTS)),
    meterStart: decimal('开始示值', 'Register at the start', { unit: 'kWh', decimals: 3, hidden: true }),
    meterStop: energy('结束示值', 'Register at the end'),
    energy1: sharp,
    energy2: peak,
    energy3: flat,
    energy4: valley,
    energy5: deepValley,
    energy0: energy('无时段电量', 'Energy without a period'),
    splitByTime: optional(flag('分时按时间推算', 'Periods shared by time', { hidden: true })),
  },
});
