import type { Text } from '#contract/text.ts';

/** 1 to know, 2 warning, 3 alarm. */
export type NoticeLevel = 1 | 2 | 3;

/** What each kind of notice is called; a feature that raises notices adds its kinds here. */
export const NOTICE_KINDS = {
  gatewaySilent: { zh: '网关静默', en: 'Gateway silent' },
  serverClock: { zh: '服务器时钟不准', en: 'Server clock wrong' },
  gatewayClock: { zh: '网关时钟不准', en: 'Gateway clock wrong' },
  meterSilent: { zh: '表计静默', en: 'Meter silent' },
  demandGuard: { zh: '需量预警', en: 'Demand limit' },
  verificationDue: { zh: '检定到期', en: 'Verification due' },
  shedProposed: { zh: '减载待批准', en: 'Shedding waits for approval' },
  shedLeft: { zh: '减载后待处理', en: 'Left after shedding' },
  uploadProblem: { zh: '上报异常', en: 'Reporting has a problem' },
  uploadChanged: { zh: '已上报数据改变', en: 'Reported figures changed' },
} as const satisfies Readonly<Record<string, Text>>;

export type NoticeKind = keyof typeof NOTICE_KINDS;

/** A notice as it travels. Instants in ms. */
export interface NoticeWire {
  readonly id: number;
  readonly kind: NoticeKind;
  /** The kind in words. */
  readonly kindName: string;
  readonly objectId: number;
  readonly level: NoticeLevel;
  readonly text: string;
  /** Hash route without `#`; null = nowhere. */
  readonly link: string | null;
  /** The alarm record whose view it is; null = it tells no state of the plant. */
  readonly recordId: number | null;
  readonly consumerId: number;
  readonly consumerName: string;
  /** Zone of the enterprise's first site, in which instants are told. */
  readonly timeZone: string;
  readonly since: number;
  readonly raisedAt: number;
  /** Null while it lasts. */
  readonly endedAt: number | null;
  /**
   * The caller has read it, somebody has confirmed or put aside its alarm, or that follows from another. Reading confirms
   * nothing.
   */
  readonly read: boolean;
}

/** What the bell shows. */
export interface NoticeCount {
  /** Notices that last. */
  readonly open: number;
  /** Of them, those that the caller has not read. */
  readonly unread: number;
  /** The highest level among the unread; null where there is none. */
  readonly level: NoticeLevel | null;
}
