import type { CommandState, ControlReason } from '#contract/control.ts';
import type { Text } from '#contract/text.ts';

/** Which points a list shows: all, those that may be operated now, those that may not. */
export const POINTS_SHOWN = ['all', 'ready', 'refused'] as const;
export type PointsShown = (typeof POINTS_SHOWN)[number];

/** A position with its words. */
export interface PositionWord extends Text {
  readonly value: number;
}

/** Why something may not be done: the reason, and what exactly stands in the way. */
export interface Hindrance {
  readonly reason: ControlReason;
  readonly detail: Text | null;
}

/** A condition that must hold before an output is operated, as it stands now. */
export interface InterlockWire {
  readonly name: Text;
  /** What must be, and what is; null = it is not known. */
  readonly required: Text;
  readonly present: Text | null;
  /** Seconds since it was told; null = it has no age, or is not known. */
  readonly ageSeconds: number | null;
  readonly holds: boolean;
}

/** A maintenance tag that hangs at an output. */
export interface TagWire {
  readonly tagId: number;
  readonly reason: string;
  readonly byName: string;
  /** ms */
  readonly placedAt: number;
}

/** A tag that was hung, and what it met. */
export interface TagHung {
  readonly tagId: number;
  /** The command that waited at the output and was ended by the tag; null = none did. */
  readonly endedId: number | null;
  /** The command that had left already: it goes on, and nobody works there before it has ended. Null = none. */
  readonly underWayId: number | null;
}

/** An output as it stands now, for the person who asks. */
export interface ControlPointWire {
  readonly controlId: number;
  readonly controlName: string;
  readonly controlCode: string;
  readonly consumerId: number;
  readonly siteId: number;
  readonly siteName: string;
  readonly objectId: number | null;
  readonly objectName: string | null;
  readonly timeZone: string;
  /** It is set to a value; else it is switched. */
  readonly adjusts: boolean;
  readonly unit: string | null;
  readonly minimum: number | null;
  readonly maximum: number | null;
  readonly step: number | null;
  /** The words of on (1) and off (0); of an adjustment none. */
  readonly states: readonly PositionWord[];
  readonly twoPersons: boolean;
  readonly verifySeconds: number;
  /** Function, unit and address, or device and call; null = it is not wired. */
  readonly way: Text | null;
  /** The position, null = not known. */
  readonly value: number | null;
  /** ms: since when it is so, and when it was last read; null = never. */
  readonly since: number | null;
  readonly heardAt: number | null;
  /** Why it could not be read at last. */
  readonly failure: Text | null;
  /** Why the caller may not operate it now; null = it may be selected. */
  readonly hindrance: Hindrance | null;
  readonly open: {
    readonly commandId: number;
    readonly state: CommandState;
    readonly byName: string;
    readonly own: boolean;
  } | null;
  readonly tags: readonly TagWire[];
  readonly ammeterId: number | null;
  readonly ammeterName: string | null;
  /** kW */
  readonly shedPower: number | null;
}

/** What a list of points says beside its rows. */
export interface PointCounts {
  readonly all: number;
  readonly ready: number;
  readonly refused: number;
  readonly unknown: number;
}

/** A command as people see it. Instants in ms; null = not yet. */
export interface CommandWire {
  readonly commandId: number;
  readonly controlId: number;
  readonly controlName: string;
  readonly controlCode: string;
  readonly siteName: string;
  readonly timeZone: string;
  readonly adjusts: boolean;
  readonly unit: string | null;
  readonly states: readonly PositionWord[];
  readonly target: number;
  readonly source: 'person' | 'linkage' | 'shed';
  readonly state: CommandState;
  readonly reason: ControlReason | null;
  readonly detail: Text | null;
  readonly remark: string | null;
  readonly twoPersons: boolean;
  readonly verifySeconds: number;
  /** The caller gave it. */
  readonly own: boolean;
  readonly byName: string;
  readonly approvedByName: string | null;
  readonly requestedAt: number;
  readonly approvedAt: number | null;
  readonly selectedAt: number | null;
  readonly selectUntil: number | null;
  readonly operatedAt: number | null;
  readonly operateUntil: number | null;
  readonly sentAt: number | null;
  readonly answered: boolean;
  readonly endedAt: number | null;
  readonly valueBefore: number | null;
  readonly valueAfter: number | null;
  /** kW */
  readonly kwPromised: number | null;
  readonly kwBefore: number | null;
  readonly kwAfter: number | null;
  readonly way: Text | null;
}

/** A command that stands selected for the caller, with what was checked. */
export interface SelectedWire {
  readonly command: CommandWire;
  /** To be given with `operate`; null while another person must approve. */
  readonly token: string | null;
  readonly interlocks: readonly InterlockWire[];
  /** Until when no password is asked for, ms; null = it is. */
  readonly provenUntil: number | null;
  /** The clock of the server, ms: what runs out is counted by it. */
  readonly now: number;
}

/** What depends on an output. */
export const DEPENDENTS = {
  interlock: { zh: '联锁引用', en: 'Interlock of' },
  linkage: { zh: '告警联动', en: 'Linkage of alarms' },
  shedPlan: { zh: '减载方案', en: 'Shedding plan' },
  meter: { zh: '下级表计', en: 'Meter below' },
} as const satisfies Readonly<Record<string, Text>>;

/** Something that depends on an output, by its name. */
export interface DependentWire {
  readonly kind: keyof typeof DEPENDENTS;
  readonly name: string;
}

/** What an operation is expected to do to power; kW. */
export interface EffectWire {
  /** The meter of the load. */
  readonly meter: string;
  /** The mean of its last five minutes; null = nothing came. */
  readonly power: number | null;
  /** Since its last reading. */
  readonly ageSeconds: number | null;
  /** Below 0: it falls; null = nobody knows. */
  readonly change: number | null;
  /** The feeder of the load, and the top of its tree: as they are, and as they will be (null = not known). */
  readonly above: readonly {
    readonly name: string;
    readonly before: number;
    readonly after: number | null;
  }[];
}

/** What a dialog shows of a point before anything is asked for. */
export interface PointDetail {
  readonly point: ControlPointWire;
  readonly interlocks: readonly InterlockWire[];
  /** What is asked of every output besides. */
  readonly checks: readonly InterlockWire[];
  readonly dependents: readonly DependentWire[];
  readonly command: CommandWire | null;
  /** What the operation does to power; null = the output has no meter. */
  readonly effect: EffectWire | null;
  readonly provenUntil: number | null;
  readonly now: number;
}

/** What happened to a command. */
export const STEP_KINDS = {
  request: { zh: '申请', en: 'Requested' },
  approve: { zh: '批准', en: 'Approved' },
  turnDown: { zh: '不同意', en: 'Turned down' },
  select: { zh: '选择', en: 'Selected' },
  operate: { zh: '执行', en: 'Operated' },
  before: { zh: '发出前读位', en: 'Position before' },
  send: { zh: '发出', en: 'Sent' },
  answer: { zh: '应答', en: 'Answered' },
  noAnswer: { zh: '无应答', en: 'No answer' },
  notSent: { zh: '未发出', en: 'Did not leave' },
  read: { zh: '返校', en: 'Read back' },
  end: { zh: '结束', en: 'Ended' },
  cancel: { zh: '取消', en: 'Cancelled' },
  power: { zh: '表计核实', en: 'Verified by the meter' },
} as const satisfies Readonly<Record<string, Text>>;
export type StepKind = keyof typeof STEP_KINDS;

/** A step of a command, as it was written. */
export interface StepWire {
  readonly id: number;
  readonly at: number;
  readonly kind: StepKind;
  readonly byName: string | null;
  readonly ip: string | null;
  /** Hexadecimal, or the text of a call. */
  readonly bytes: string | null;
  readonly value: number | null;
  readonly state: CommandState | null;
  readonly reason: ControlReason | null;
  readonly detail: Text | null;
}

/** A linkage of alarms that brings an output to a value, and who allowed it. */
export interface LinkageControlWire {
  readonly source: 'config' | 'control';
  readonly linkageId: number;
  readonly linkageName: string;
  /** The linkage itself is switched on. */
  readonly on: boolean;
  readonly controlId: number;
  readonly controlCode: string;
  readonly controlName: string;
  readonly value: string;
  /** Null: nobody; it operates nothing. */
  readonly armedBy: string | null;
  /** The account may still operate the output; null = nobody allowed it. */
  readonly armedStill: boolean | null;
  /** ms */
  readonly armedAt: number | null;
}

/** How the commands of the last 30 days ended. */
export interface EndCounts {
  readonly total: number;
  readonly verified: number;
  readonly mismatch: number;
  readonly unknown: number;
  readonly refused: number;
}
