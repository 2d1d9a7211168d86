import type { Text } from './text.ts';

/** Where a session stands. `interrupted`: its end was never told; a late one still settles it. `doubt`: it is not billed. */
export const SESSION_STATES = {
  1: { zh: '充电中', en: 'Charging' },
  2: { zh: '已结束', en: 'Finished' },
  3: { zh: '中断（未收到结束）', en: 'Interrupted, no end reported' },
  4: { zh: '存疑（不计费）', en: 'In doubt, not billed' },
  5: { zh: '人工结算', en: 'Settled by a person' },
  6: { zh: '不计费（人工）', en: 'Left out by a person' },
} as const satisfies Readonly<Record<number, Text>>;
export type SessionState = `${keyof typeof SESSION_STATES}`;

/** Why a session or its times are doubted. */
export const SESSION_DOUBTS = {
  backwards: { zh: '结束示值小于开始示值', en: 'The register at the end is below that at the start' },
  twoStops: { zh: '收到两个不同的结束示值', en: 'Two ends tell different registers' },
  endsBefore: { zh: '结束时间早于开始时间', en: 'It ends before it starts' },
  tooMuch: { zh: '电量超过桩在这段时间所能充的', en: 'More energy than it can give in the time' },
  overlaps: {
    zh: '结束示值中含有同一枪下一次充电的电量',
    en: 'Its register at the end includes energy of the next session at its connector',
  },
  clockAhead: {
    zh: '桩的时钟超前，以接收时间为准',
    en: 'The clock of the charger is ahead: taken as received',
  },
  toldLater: {
    zh: '人工处理之后桩又报送了结束，请复核',
    en: 'The charger reported an end after a person had handled it: look again',
  },
  clockUnset: {
    zh: '桩的时钟未校准，以接收时间为准',
    en: 'The clock of the charger is not set: taken as received',
  },
} as const satisfies Readonly<Record<string, Text>>;
export type SessionDoubt = keyof typeof SESSION_DOUBTS;

/** Why a session ended (OCPP 1.6 section 7.36). */
export const STOP_REASONS = {
  Local: { zh: '现场结束', en: 'Stopped at the charger' },
  Remote: { zh: '远程结束', en: 'Stopped remotely' },
  EVDisconnected: { zh: '车辆断开', en: 'Vehicle unplugged' },
  DeAuthorized: { zh: '授权被拒', en: 'Authorisation refused' },
  EmergencyStop: { zh: '急停', en: 'Emergency stop' },
  PowerLoss: { zh: '断电', en: 'Power loss' },
  Reboot: { zh: '桩重启', en: 'Charger restarted' },
  HardReset: { zh: '硬复位', en: 'Hard reset' },
  SoftReset: { zh: '软复位', en: 'Soft reset' },
  UnlockCommand: { zh: '解锁枪头', en: 'Connector unlocked' },
  Other: { zh: '其他', en: 'Other' },
} as const satisfies Readonly<Record<string, Text>>;
