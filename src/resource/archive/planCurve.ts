import { defineResource } from '#contract/define.ts';
import { optional } from '#contract/field.ts';
import { PLAN_SOURCES, PLAN_STATES, planCurveShape, ZERO_POINTS } from '#contract/plan.ts';
import { choice } from '#field/choice/contract.ts';
import { date } from '#field/date/contract.ts';
import { dateTime } from '#field/dateTime/contract.ts';
import { decimal } from '#field/decimal/contract.ts';
import { integer } from '#field/integer/contract.ts';
import { reference } from '#field/reference/contract.ts';
import { structure } from '#field/structure/contract.ts';
import { text } from '#field/text/contract.ts';
import { consumerId, signature } from '../common.ts';

const energy = (zh: string, en: string) => decimal(zh, en, { unit: 'kWh', decimals: 3 });

/** A version of the plan of a storage station for a day: 96 powers, and how far it has come (assets.md section 3). */
export const planCurve = defineResource({
  name: 'planCurve',
  area: 'archive',
  also: ['sdata/planCurve'],
  label: { zh: '计划曲线', en: 'Plan curves' },
  idName: 'planCurveId',
  title: 'planId',
  readOnly: true,
  order: '-planDate',
  unique: [['stationId', 'planDate', 'version']],
  needs: 'storageStation',
  screen: '/SDNGuangchuchong/PlanCurve',
  fields: {
    planId: text('计划编号', 'Plan', { max: 40 }),
    consumerId: consumerId(),
    stationId: reference('储能电站', 'Storage station', 'storageStation'),
    planDate: date('计划日期', 'Day', { ahead: true }),
    version: integer('版本', 'Version', { plain: true }),
    planState: choice('状态', 'State', PLAN_STATES),
    planSource: choice('来源', 'From', PLAN_SOURCES),
    curve: structure('96 点曲线', 'Curve of 96 points', planCurveShape, {
      initial: { points: ZERO_POINTS },
      hidden: true,
    }),
    socStart: decimal('起始 SOC', 'SOC at the beginning', { unit: '%', decimals: 2 }),
    chargedKwh: energy('计划充电', 'To be charged'),
    dischargedKwh: energy('计划放电', 'To be discharged'),
    strategyId: optional(reference('所用策略', 'Strategy', 'storageStrategy', { hidden: true })),
    strategyVersion: optional(integer('策略版本', 'Version of the strategy', { hidden: true, plain: true })),
    madeBy: optional(text('编制人', 'Made by', { max: 60, signedBy: 'madeById' })),
    madeById: signature('编制人账号', 'Account that made it'),
    approvedBy: optional(text('批准人', 'Approved by', { max: 60, hidden: true, signedBy: 'approvedById' })),
    approvedById: signature('批准人账号', 'Account that approved it'),
    issuedBy: optional(text('下发人', 'Issued by', { max: 60, hidden: true, signedBy: 'issuedById' })),
    issuedById: signature('下发人账号', 'Account that issued it'),
    witnessedBy: optional(
      text('下发确认人', 'Confirmed by', { max: 60, hidden: true, signedBy: 'witnessedById' }),
    ),
    witnessedById: signature('下发确认人账号', 'Account that confirmed it'),
    madeAt: dateTime('编制时间', 'Made', { hidden: true }),
    submittedAt: optional(dateTime('提交时间', 'Submitted', { hidden: true })),
    approvedAt: optional(dateTime('批准时间', 'Approved', { hidden: true })),
    issuedAt: optional(dateTime('下发时间', 'Issued')),
    acceptedAt: optional(dateTime('接受时间', 'Accepted')),
    revokedAt: optional(dateTime('撤销时间', 'Revoked', { hidden: true })),
    attempts: integer('已发次数', 'Attempts', { initial: 0 }),
    sha256: optional(text('校验值', 'SHA-256', { max: 64, hidden: true })),
    requestId: optional(integer('审批申请', 'Request', { hidden: true, plain: true })),
    note: optional(text('说明', 'Note', { max: 255 })),
  },
});
