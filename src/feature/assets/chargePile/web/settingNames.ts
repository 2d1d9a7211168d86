import type { Text } from '#contract/text.ts';

/** What the usual settings of OCPP 1.6 (section 9) mean to people. */
export const SETTING_MEANINGS = {
  MeterValueSampleInterval: { zh: '充电中示值的间隔，s', en: 'Values while it charges: every so many s' },
  MeterValuesSampledData: { zh: '充电中上报哪些值', en: 'Values while it charges: which' },
  ClockAlignedDataInterval: { zh: '整点示值的间隔，s', en: 'Values on the clock: every so many s' },
  MeterValuesAlignedData: { zh: '整点上报哪些值', en: 'Values on the clock: which' },
  StopTxnSampledData: { zh: '结束时附带哪些示值', en: 'Values sent with the end of a session' },
  HeartbeatInterval: { zh: '心跳间隔，s', en: 'Sign of life: every so many s' },
  ConnectionTimeOut: { zh: '刷卡后等待插枪，s', en: 'Waits for the vehicle, s' },
  AuthorizeRemoteTxRequests: { zh: '远程启动也须授权', en: 'A remote start asks whether the tag may' },
  LocalPreAuthorize: { zh: '不等平台应答先行启动', en: 'Begins before the platform has answered' },
  LocalAuthorizeOffline: { zh: '离线时允许已知卡充电', en: 'Known tags charge without a line' },
  AllowOfflineTxForUnknownId: { zh: '离线时允许未知卡充电', en: 'Unknown tags charge without a line' },
  StopTransactionOnInvalidId: { zh: '卡被拒时结束充电', en: 'Ends where the tag is refused' },
  StopTransactionOnEVSideDisconnect: { zh: '车侧拔枪时结束充电', en: 'Ends where the vehicle is unplugged' },
  UnlockConnectorOnEVSideDisconnect: { zh: '车侧拔枪时解锁', en: 'Unlocks where the vehicle is unplugged' },
  WebSocketPingInterval: { zh: '线路探测间隔，s', en: 'Looks whether the line holds: every so many s' },
  TransactionMessageAttempts: { zh: '充电消息的重试次数', en: 'Attempts to send a message of a session' },
  TransactionMessageRetryInterval: { zh: '充电消息的重试间隔，s', en: 'Time between these tries, s' },
  NumberOfConnectors: { zh: '充电枪数', en: 'Connectors' },
  SupportedFeatureProfiles: { zh: '支持的功能', en: 'What it can do' },
  ChargeProfileMaxStackLevel: { zh: '功率限值的层数', en: 'Levels of limits of its power' },
} as const satisfies Readonly<Record<string, Text>>;

const BY_KEY = new Map(
  Object.entries<Text>(SETTING_MEANINGS).map(([key, meaning]) => [key.toLowerCase(), meaning]),
);

/** What a setting means, or undefined where it is none of the usual ones. */
export const meaningOf = (key: string): Text | undefined => BY_KEY.get(key.toLowerCase());
