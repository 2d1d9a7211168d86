import * as z from 'zod';
import type { Text } from './text.ts';

/** Slots of a plan: quarter hours of a day, counted from its beginning in the zone of the station. */
export const SLOTS = 96;
/** Length of a slot, minutes. */
export const SLOT_MINUTES = 15;
/** Power of a plan is told in steps of so many kW, that its text and its hash are one everywhere. */
export const POWER_DECIMALS = 1;

/** Where a plan stands (assets.md section 3). The last two are ends. */
export const PLAN_STATES = {
  draft: { zh: '草稿', en: 'Draft' },
  submitted: { zh: '待批准', en: 'Waiting for approval' },
  approved: { zh: '已批准', en: 'Approved' },
  issued: { zh: '下发中', en: 'Being issued' },
  accepted: { zh: '已接受', en: 'Accepted' },
  refused: { zh: '被拒绝', en: 'Refused' },
  unanswered: { zh: '无应答', en: 'Unanswered' },
  running: { zh: '执行中', en: 'Running' },
  finished: { zh: '已完成', en: 'Finished' },
  revoked: { zh: '已撤销', en: 'Revoked' },
} as const satisfies Readonly<Record<string, Text>>;
export type PlanState = keyof typeof PLAN_STATES;

/** Where the points of a plan came from. */
export const PLAN_SOURCES = {
  manual: { zh: '人工编制', en: 'By hand' },
  template: { zh: '模板导入', en: 'From a file' },
  strategy: { zh: '储能策略', en: 'From a strategy' },
} as const satisfies Readonly<Record<string, Text>>;
export type PlanSource = keyof typeof PLAN_SOURCES;

/** Days that a strategy is for; holidays and days worked in their place count as the calendar says. */
export const STRATEGY_DAYS = {
  any: { zh: '每天', en: 'Every day' },
  workday: { zh: '工作日', en: 'Working days' },
  dayOff: { zh: '周末与节假日', en: 'Weekends and holidays' },
} as const satisfies Readonly<Record<string, Text>>;
export type StrategyDay = keyof typeof STRATEGY_DAYS;

/** What a plan breaks in a slot. */
export const VIOLATION_KINDS = {
  power: { zh: '超出额定功率', en: 'Beyond the rated power' },
  socLow: { zh: 'SOC 低于下限', en: 'SOC below its limit' },
  socHigh: { zh: 'SOC 高于上限', en: 'SOC above its limit' },
  transformer: { zh: '超出变压器容量', en: 'Beyond the transformer' },
  export: { zh: '向电网送电', en: 'Feeds into the grid' },
  locked: { zh: '时段已过，不能修改', en: 'The slot has begun and may not change' },
} as const satisfies Readonly<Record<string, Text>>;
export type ViolationKind = keyof typeof VIOLATION_KINDS;

/** What was said, or not, when a plan was issued. */
export const REPLY_KINDS = {
  accepted: { zh: '已装载，版本与校验一致', en: 'Loaded, version and hash agree' },
  refused: { zh: '设备拒绝', en: 'Refused by the device' },
  wrongPlan: { zh: '应答的是另一份计划', en: 'The answer is about another plan' },
  wrongVersion: { zh: '应答的版本不符', en: 'The answer tells another version' },
  wrongHash: { zh: '应答的校验值不符', en: 'The answer tells another hash' },
  unreadable: { zh: '应答不可读', en: 'The answer cannot be read' },
  silent: { zh: '已发出，无应答', en: 'Sent, no answer' },
  absent: { zh: '网关不在线，未发出', en: 'The gateway is away, nothing was sent' },
  senderGone: { zh: '发送中断，结果未知', en: 'Sending was cut off, the outcome is unknown' },
} as const satisfies Readonly<Record<string, Text>>;
export type ReplyKind = keyof typeof REPLY_KINDS;

/** How often a plan is sent before it counts as unanswered, and how long each time waits, ms. */
export const ISSUE_ATTEMPTS = 3;
export const ISSUE_TIMEOUT_MS = 30_000;

/** The power of a slot, kW, + discharges: finite, in tenths. */
const power = z
  .number()
  .min(-1e6)
  .max(1e6)
  .refine((kw) => Math.abs(kw * 10 - Math.round(kw * 10)) < 1e-6, { error: 'in steps of 0.1 kW' });

/** 96 powers of a day. */
export const planPoints = z.array(power).length(SLOTS);

/** How the points stand in a row. */
export const planCurveShape = z.object({ points: planPoints });

/** A plan that does nothing. */
export const ZERO_POINTS: readonly number[] = Array.from({ length: SLOTS }, () => 0);
