import type { Text } from '#contract/text.ts';
import type { BatchState, BatchTrigger, FigureState, Protocol, StatType } from '#contract/upload.ts';

/** Counts of a batch's figures by what became of them. */
export interface BatchCounts {
  readonly total: number;
  readonly acknowledged: number;
  readonly refused: number;
  readonly unknown: number;
  readonly held: number;
  /** Sent before and unchanged: not in `total`. */
  readonly skipped: number;
}

/** How far a batch is. */
export interface BatchProgress {
  readonly key: string;
  /** Settled ÷ all, 0 … 1; 1 only when every figure is settled. */
  readonly process: number;
  readonly state: BatchState;
  readonly uploadRecordId: number;
  readonly counts: BatchCounts;
  readonly message: string | null;
}

/** A batch under way or the last one. Instants are ISO 8601. */
export interface BatchLine extends BatchProgress {
  readonly name: string;
  readonly trigger: BatchTrigger;
  readonly startedAt: string | null;
  readonly endedAt: string | null;
  readonly startedBy: string | null;
}

/** What is due at a platform of one frequency. */
interface DueLine {
  readonly statType: StatType;
  readonly figures: number;
  readonly items: number;
  /** The oldest and the newest period, `YYYY-MM-DD HH:mm`. */
  readonly oldest: string;
  readonly newest: string;
}

/** A platform as its page shows it. Instants are ISO 8601. */
export interface PlatformHead {
  readonly id: number;
  readonly consumerId: number;
  readonly platformName: string;
  readonly protocol: Protocol;
  readonly baseUrl: string;
  readonly enabled: boolean;
  readonly registered: boolean;
  readonly enterpriseCode: string | null;
  readonly deviceId: string | null;
  readonly keyUntil: string | null;
  readonly regVersion: string | null;
  readonly dicVersion: string | null;
  readonly lastSeenAt: string | null;
  readonly latency: number | null;
  readonly clockOffset: number | null;
  readonly lastFault: string | null;
  readonly uploadTime: string;
  readonly slotHours: number;
  readonly reviseDays: number;
  /** Whether a password and a client certificate are kept. */
  readonly hasPassword: boolean;
  readonly hasCertificate: boolean;
  /** This machine can encrypt the password of protocol A. */
  readonly hasSm4: boolean;
  readonly nextSlot: string;
  /** Zone in which periods are told. */
  readonly timeZone: string;
  readonly due: readonly DueLine[];
  readonly batch: BatchLine | null;
}

export interface PlatformHeads {
  readonly list: readonly PlatformHead[];
}

/** How a rule of the check came out. */
export type VerdictLevel = 'ok' | 'warn' | 'block' | 'none';

export const RULES = {
  P01: { zh: '注册与密钥', en: 'Registration and key' },
  P02: { zh: '信用代码校验位', en: 'Check digit of the credit code' },
  P03: { zh: '清单版本', en: 'Version of the lists' },
  P04: { zh: '采集项被平台识别', en: 'Items known to the platform' },
  P05: { zh: '有表计或人工值', en: 'Meters or values by hand' },
  P06: { zh: '检定有效', en: 'Verification in force' },
  P07: { zh: '完整率 ≥ 90%', en: 'Coverage ≥ 90 %' },
  P08: { zh: '日月之差 ≤ 5%', en: 'Days against month ≤ 5 %' },
  P09: { zh: '边界有读数', en: 'Readings at the ends' },
  P10: { zh: '在上下限内', en: 'Within its limits' },
  P11: { zh: '同周日离群', en: 'Unlike the same weekday' },
  P12: { zh: '折标系数', en: 'Coefficient to coal' },
  P13: { zh: '长度与单位', en: 'Length and unit' },
  P14: { zh: '同值已确认', en: 'Acknowledged as it is' },
  P15: { zh: '统计期已结束', en: 'Period over' },
  P16: { zh: '可疑、冲突或归零', en: 'Suspect, conflict or reset' },
  P17: { zh: '必报项齐全', en: 'Obligatory items' },
  P18: { zh: '全厂 ≥ 工序之和', en: 'Plant ≥ its processes' },
  P19: { zh: '与平台时差', en: 'Clock against the platform' },
  P20: { zh: '上报时段', en: 'Slot' },
  P21: { zh: '换表、检定已重报', en: 'Replaced meters sent anew' },
} as const satisfies Readonly<Record<string, Text>>;
export type Rule = keyof typeof RULES;

/** One rule's verdict over the items of a period. */
export interface Verdict {
  readonly rule: Rule;
  readonly level: VerdictLevel;
  /** How many fail it. */
  readonly count: number;
  /** The number that it is about, as shown. */
  readonly figure: string;
  /** Hash route of the screen that mends it. */
  readonly link: string;
}

/** An item in the checked period. */
export interface CheckedItem {
  readonly itemId: number;
  readonly itemName: string;
  readonly dataCode: string;
  readonly statType: StatType;
  readonly sentText: string | null;
  readonly unit: string;
  readonly convertRation: string | null;
  /** 0 … 1 */
  readonly coverage: number | null;
  /** The rules that it fails, those that hold it first. */
  readonly rules: readonly Rule[];
  readonly held: boolean;
  readonly why: string | null;
  readonly meters: readonly string[];
  readonly last: {
    readonly sentText: string | null;
    readonly state: FigureState;
    readonly revision: number;
  } | null;
}

/** Answer of `check`. */
export interface CheckAnswer {
  readonly platformId: number;
  readonly statType: StatType;
  /** What the period is called. */
  readonly period: string;
  readonly verdicts: readonly Verdict[];
  readonly items: readonly CheckedItem[];
  /** Items that pass every rule. */
  readonly green: number;
  /** green ÷ items; null without items. */
  readonly score: number | null;
}

/** A request as it would leave. */
export interface DryRequest {
  readonly method: 'POST';
  readonly url: string;
  readonly body: string;
  readonly bytes: number;
  readonly sha256: string;
  readonly figures: number;
}

/** Answer of `dryRun`: nothing is kept and nothing leaves. */
export interface DryRun {
  readonly requests: readonly DryRequest[];
  /** Figures that would leave, of all requests. */
  readonly figures: number;
  readonly held: number;
  readonly skipped: number;
  /** Further requests that are not shown. */
  readonly more: number;
}

/** A figure as the list of a batch shows it. Instants are ISO 8601. */
export interface FigureRow {
  readonly id: number;
  readonly itemId: number;
  readonly itemName: string;
  readonly dataCode: string;
  readonly statType: StatType;
  readonly statDate: string;
  readonly period: string;
  readonly revision: number;
  readonly sentText: string | null;
  readonly sentUnit: string | null;
  readonly priorText: string | null;
  readonly state: FigureState;
  readonly heldRule: string | null;
  readonly cause: string | null;
  readonly platformCode: string | null;
  readonly platformMessage: string | null;
  readonly attempts: number;
  readonly settledAt: string | null;
}

/** One line of the receipts. */
export interface ReceiptLine {
  readonly attempt: number;
  readonly phase: 'sent' | 'answered';
  /** ISO 8601 */
  readonly at: string;
  readonly sha256: string | null;
  readonly sentText: string | null;
  readonly outcome: string | null;
  readonly httpStatus: number | null;
  readonly code: string | null;
  readonly message: string | null;
  readonly platformTime: string | null;
  readonly receiptNo: string | null;
  readonly ms: number | null;
}

/** A figure with everything behind it. */
export interface FigureAnswer extends FigureRow {
  /** Before rounding, in the unit of its meters. */
  readonly rawValue: string | null;
  readonly convertRation: string | null;
  /** Standard coal of the value as sent, tce. */
  readonly coal: string | null;
  readonly coverage: number | null;
  readonly flags: readonly string[];
  readonly platformValue: string | null;
  readonly receiptNo: string | null;
  readonly body: string | null;
  readonly sha256: string | null;
  readonly meters: readonly {
    readonly name: string;
    readonly ammeterId: number | null;
    readonly arithmetic: string;
    readonly share: string;
    readonly value: string | null;
    readonly unit: string;
    readonly coverage: number;
  }[];
  /** The bucket whose provenance tells where a meter's value comes from. */
  readonly bucket: { readonly level: 1 | 3 | 4 | 5; readonly at: number };
  /** All revisions of the figure, the newest first, each with its receipts. */
  readonly revisions: readonly (FigureRow & { readonly receipts: readonly ReceiptLine[] })[];
}

/** How a row of the archive stands at a platform. */
export interface ArchiveLine {
  readonly resource: string;
  readonly rowId: number;
  readonly title: string;
  readonly state: 'never' | 'same' | 'changed' | 'refused';
  readonly dataIndex: string | null;
  readonly code: string | null;
  readonly message: string | null;
  readonly at: string | null;
}

/** The coefficient of an item on a date. */
export interface ConvertRation {
  readonly dataCollectConfigureId: number;
  readonly item: string;
  readonly dataCode: string;
  readonly statType: StatType;
  /** tce for each unit of the platform's list; null where none is known. */
  readonly convertRation: string | null;
  readonly unit: string;
  /** The item's own, a dated factor, the platform's list, or fixed by the interface. */
  readonly source: 'item' | 'factor' | 'list' | 'fixed' | null;
}
