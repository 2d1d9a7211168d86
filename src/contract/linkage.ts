import type { Text } from './text.ts';

/** What an alarm sets in motion (specification 2 section 3: linkage config; the numbers are the product's own). */
export const LINKAGE_TYPES = {
  1: { zh: '短信', en: 'Short message' },
  2: { zh: '邮件', en: 'Mail' },
  3: { zh: '摄像', en: 'Camera' },
  4: { zh: '控制', en: 'Control' },
  5: { zh: '工单', en: 'Work order' },
  6: { zh: '网络回调', en: 'Web hook' },
} as const satisfies Readonly<Record<string, Text>>;

/** What a run is: a linkage, or a group of people that is told (its members' messages are runs of their own). */
export const RUN_TYPES = {
  ...LINKAGE_TYPES,
  7: { zh: '告警组', en: 'Alert group' },
} as const satisfies Readonly<Record<string, Text>>;
export type RunType = `${keyof typeof RUN_TYPES}`;

/** Whose events set a linkage in motion. */
export const EVENT_TYPES = {
  0: { zh: '全部告警', en: 'Every alarm' },
  1: { zh: '告警规则', en: 'Alarm rule' },
  2: { zh: '设备事件', en: 'Event of a device' },
  3: { zh: '看板告警', en: 'Alert of Grafana' },
  4: { zh: '平台监视', en: 'Watched by the platform' },
} as const satisfies Readonly<Record<string, Text>>;
export type EventType = `${keyof typeof EVENT_TYPES}`;

/** Levels of an alarm (ISA-18.2; the share aimed at is 5 / 15 / 80 of the first three). */
export const EVENT_LEVELS = {
  1: { zh: '紧急', en: 'Urgent' },
  2: { zh: '重要', en: 'Important' },
  3: { zh: '一般', en: 'General' },
  4: { zh: '提示', en: 'Notice' },
} as const satisfies Readonly<Record<string, Text>>;
export type EventLevel = `${keyof typeof EVENT_LEVELS}`;

/** How far a run of a linkage came. */
export const RUN_STATES = {
  done: { zh: '已执行', en: 'Done' },
  waiting: { zh: '等待', en: 'Waiting' },
  skipped: { zh: '已跳过', en: 'Skipped' },
  failed: { zh: '失败', en: 'Failed' },
  unavailable: { zh: '不可用', en: 'Not available' },
} as const satisfies Readonly<Record<string, Text>>;
export type RunState = keyof typeof RUN_STATES;

/** Why a run did not do what it stands for, or where it went. */
export const RUN_REASONS = {
  filed: { zh: '已交给发件箱', en: 'Handed to the outbox' },
  answered: { zh: '对方已接收', en: 'Taken by the other side' },
  ordered: { zh: '已建工单', en: 'Work order opened' },
  noted: { zh: '已记入未完成的工单', en: 'Noted in the work order that is open' },
  cleared: { zh: '在延时内已恢复', en: 'Cleared within the delay' },
  withdrawn: { zh: '数据更正后告警已撤回', en: 'The alarm was withdrawn after a correction of its data' },
  confirmed: { zh: '已有人确认', en: 'Somebody had confirmed it' },
  quiet: { zh: '免打扰时段，结束时发送', en: 'Held until the quiet hours end' },
  digest: { zh: '告警洪水，合并发送', en: 'Flood of alarms: sent together with others' },
  told: { zh: '已通知', en: 'Notified' },
  toldBefore: { zh: '此人已收到本次告警', en: 'This person was told of it already' },
  shelved: { zh: '告警已搁置', en: 'The alarm was shelved' },
  nobody: { zh: '没有可通知的人', en: 'Nobody could be notified' },
  switchedOff: { zh: '联动已停用或删除', en: 'The linkage was switched off or deleted' },
  smsNotConfigured: { zh: '短信通道未配置', en: 'No gateway of short messages is configured' },
  mailNotConfigured: { zh: '邮件服务器未配置', en: 'No mail server is configured' },
  notArmed: { zh: '联动控制未经授权', en: 'Nobody allowed the linkage to operate the output' },
  controlLate: {
    zh: '到期 60 s 内未能执行，不再控制',
    en: 'It could not be done within 60 s of its time: nothing is operated any more',
  },
  notStillAllowed: {
    zh: '授权人已停用或已无操作权限，须重新授权',
    en: 'Who allowed it is out of use or may not operate it any more; it must be allowed anew',
  },
  controlVerified: { zh: '已控制，返校一致', en: 'Operated, and proven by what was read back' },
  controlMismatch: { zh: '已应答，位置未到', en: 'Acknowledged, but the position is another' },
  controlUnknown: { zh: '无应答，结果未知，不重发', en: 'No answer: unknown, and not sent again' },
  controlRefused: { zh: '控制被拒绝，未执行', en: 'The command was refused; nothing was done' },
  recorded: { zh: '已录像', en: 'Recorded' },
  pictured: { zh: '已抓拍', en: 'Picture taken' },
  notAvailableYet: { zh: '此功能尚未提供', en: 'Not available yet' },
  hostRefused: { zh: '地址不允许访问', en: 'The address is not allowed' },
  hostUnknown: { zh: '找不到主机', en: 'There is no such host' },
  noAnswer: { zh: '对方没有应答', en: 'The other side did not answer' },
  refused: { zh: '对方拒绝', en: 'The other side refused it' },
  undelivered: { zh: '发件箱未能送达', en: 'The outbox could not deliver it' },
  broken: { zh: '执行时出错', en: 'An error of the product' },
} as const satisfies Readonly<Record<string, Text>>;
export type RunReason = keyof typeof RUN_REASONS;

/** Who made a record of a run. */
export const RECORD_SOURCES = {
  person: { zh: '人工记录', en: 'A person' },
  machine: { zh: '系统', en: 'The system' },
} as const satisfies Readonly<Record<string, Text>>;
