import type { SessionState, SessionDoubt } from '#contract/chargeSession.ts';
import type { Period } from '#contract/period.ts';
import type { Text } from '#contract/text.ts';
import type { Verdict } from './contract/verdict.ts';

/** Where chargers connect; the identity of the charger follows (OCPP 1.6J section 3). */
export const OCPP_PATH = '/ocpp/';

/** Whether a session in a state is billed. */
export const isBilled = (state: string): boolean => state === '2' || state === '5';
/** States of sessions that a person may judge; of what is finished only one whose clock is doubted. */
export const JUDGEABLE: readonly SessionState[] = ['3', '4', '5', '6'];

/** What a person found of a session, and what it was before; kept for good. */
export interface SessionJudgement {
  readonly verdict: Verdict;
  /** ms; null = as the charger told. */
  readonly begin: number | null;
  readonly end: number | null;
  /** kWh as the register stood. */
  readonly meterStop: number | null;
  readonly reason: string;
  readonly wasState: SessionState;
  /** ms. */
  readonly wasBegin: number;
  readonly wasEnergy: number | null;
  /** Yuan. */
  readonly wasTotal: number | null;
  readonly byName: string;
  /** ms. */
  readonly at: number;
}

/** How a connector stands (OCPP 1.6 section 7.7). */
export const CONNECTOR_STATES = {
  Available: { zh: '空闲', en: 'Available' },
  Preparing: { zh: '准备中', en: 'Preparing' },
  Charging: { zh: '充电中', en: 'Charging' },
  SuspendedEV: { zh: '车辆暂停', en: 'Paused by the vehicle' },
  SuspendedEVSE: { zh: '桩暂停', en: 'Paused by the charger' },
  Finishing: { zh: '待拔枪', en: 'Finishing' },
  Reserved: { zh: '已预约', en: 'Reserved' },
  Unavailable: { zh: '停用', en: 'Out of service' },
  Faulted: { zh: '故障', en: 'Faulted' },
} as const satisfies Readonly<Record<string, Text>>;
type ConnectorState = keyof typeof CONNECTOR_STATES;

/** What a charger can be told to do. */
export const PILE_COMMANDS = {
  remoteStart: { zh: '远程启动充电', en: 'Start charging' },
  remoteStop: { zh: '远程结束充电', en: 'Stop charging' },
  available: { zh: '投入使用', en: 'Put into service' },
  unavailable: { zh: '停用', en: 'Take out of service' },
  limit: { zh: '限制功率', en: 'Limit the power' },
  clearLimit: { zh: '取消限功率', en: 'Lift the limit' },
  reserve: { zh: '预约', en: 'Reserve' },
  cancelReserve: { zh: '取消预约', en: 'Give up a reservation' },
  unlock: { zh: '解锁枪', en: 'Unlock a connector' },
  askState: { zh: '要求上报状态', en: 'Ask for its state' },
  readSettings: { zh: '读取参数', en: 'Read its settings' },
  changeSetting: { zh: '修改参数', en: 'Change a setting' },
  softReset: { zh: '软复位', en: 'Soft reset' },
  hardReset: { zh: '硬复位', en: 'Hard reset' },
} as const satisfies Readonly<Record<string, Text>>;
export type PileCommand = keyof typeof PILE_COMMANDS;
export const PILE_COMMAND_NAMES = Object.keys(PILE_COMMANDS) as [PileCommand, ...PileCommand[]];

/** What the platform tells a charger by itself: its part of the limit that a site shares (decision 229). */
const SHARE_COMMANDS = {
  share: { zh: '分配功率', en: 'Share of the limit' },
  clearShare: { zh: '取消分配', en: 'Share lifted' },
} as const satisfies Readonly<Record<string, Text>>;
export const COMMAND_KINDS = { ...PILE_COMMANDS, ...SHARE_COMMANDS };
export type CommandKind = keyof typeof COMMAND_KINDS;

/** What became of a command. `unknown`: it left and no answer came; it is not sent again. */
export const COMMAND_STATES = {
  waiting: { zh: '待发', en: 'Waiting' },
  sent: { zh: '已发送', en: 'Sent' },
  accepted: { zh: '桩已接受', en: 'Accepted by the charger' },
  rejected: { zh: '桩拒绝', en: 'Rejected by the charger' },
  offline: { zh: '桩不在线，未发送', en: 'Not connected, nothing was sent' },
  unknown: { zh: '未知（无应答）', en: 'Unknown, no answer' },
} as const satisfies Readonly<Record<string, Text>>;
export type CommandState = keyof typeof COMMAND_STATES;

/** What happened at a charger. */
export const PILE_EVENTS = {
  connected: { zh: '上线', en: 'Connected' },
  replaced: { zh: '同一身份重新连接，旧连接已断开', en: 'Connected again, the connection before was closed' },
  disconnected: { zh: '离线', en: 'Disconnected' },
  boot: { zh: '启动', en: 'Started up' },
  fault: { zh: '故障', en: 'Fault' },
  refusedKey: { zh: '密钥错误，连接被拒', en: 'Connection refused, wrong key' },
  refusedTag: { zh: '卡号未授权', en: 'Tag not authorised' },
  badMessage: { zh: '报文错误', en: 'Wrong message' },
  flood: { zh: '报文过多，连接已断开', en: 'Too many messages, connection closed' },
  clock: { zh: '桩的时钟有误', en: 'Clock of the charger is wrong' },
  orphanStop: { zh: '结束的会话不存在', en: 'End of a session that is not known' },
  orphanMeter: { zh: '示值所属的会话不存在', en: 'Meter values of a session that is not known' },
  overShare: { zh: '超出分配的功率', en: 'Takes more than its share' },
  security: { zh: '安全事件', en: 'Security event' },
} as const satisfies Readonly<Record<string, Text>>;
export type PileEvent = keyof typeof PILE_EVENTS;

/** How a connector stands now. */
export interface ConnectorWire {
  readonly connector: number;
  /** Null = it has told nothing yet. */
  readonly status: ConnectorState | null;
  /** NoError, or the code of OCPP. */
  readonly errorCode: string | null;
  readonly info: string | null;
  /** ms. */
  readonly since: number | null;
  /** The session that goes on. */
  readonly session: {
    readonly sessionId: number;
    readonly idTag: string;
    readonly holder: string | null;
    /** ms. */
    readonly begin: number;
    /** kWh. */
    readonly energy: number | null;
    /** kW, as last told. */
    readonly power: number | null;
    /** %. */
    readonly soc: number | null;
  } | null;
  /** For whom it is kept, as the charger accepted. */
  readonly reservation: {
    readonly reservationId: number;
    readonly idTag: string;
    readonly holder: string | null;
    /** ms. */
    readonly until: number;
  } | null;
}

/** Why a charger is reckoned with more than it was told. */
export const SHARE_DOUBTS = {
  noDoor: { zh: '未接入，按额定功率预留', en: 'It does not connect: its rated power is kept for it' },
  neverTold: {
    zh: '离线且从未接受分配，按额定功率预留',
    en: 'Not connected and never reported: its rated power is kept for it',
  },
  offline: { zh: '离线，按其已接受的功率预留', en: 'Not connected: what it accepted is kept for it' },
  refused: {
    zh: '拒绝分配，按其可能的功率预留',
    en: 'It refuses its share: what it may take is kept for it',
  },
  unanswered: { zh: '未应答，按其可能的功率预留', en: 'It did not answer: what it may take is kept for it' },
  over: {
    zh: '实际功率超出分配，按实际预留',
    en: 'It takes more than its share: what it takes is kept for it',
  },
} as const satisfies Readonly<Record<string, Text>>;
export type ShareDoubt = keyof typeof SHARE_DOUBTS;

/** A charger's part of a limit; kW. */
export interface PileShare {
  readonly pileId: number;
  readonly pileName: string;
  readonly priority: number;
  /** What it accepted last; null = nothing. */
  readonly told: number | null;
  /** What it may take as far as is known. */
  readonly reserved: number;
  readonly charges: boolean;
  /** An answer is due. */
  readonly pending: boolean;
  readonly doubt: ShareDoubt | null;
}

/** The limit of a site and how it is shared now; kW. */
export interface ChargeShare {
  readonly limitId: number;
  readonly limitName: string;
  readonly siteId: number;
  readonly siteName: string;
  readonly timeZone: string;
  /** As it was entered. */
  readonly entered: number;
  /** What is shared now; null = it was not looked at yet. */
  readonly limit: number | null;
  readonly basis: 'entered' | 'demand' | 'fallback';
  readonly guardName: string | null;
  /** ms: since when that much is shared. */
  readonly since: number | null;
  /** All that chargers may take together as far as is known. */
  readonly reserved: number;
  readonly piles: readonly PileShare[];
}

/** A charger as it stands now. */
export interface PileWire {
  readonly pileId: number;
  readonly pileName: string;
  readonly pileCode: string;
  readonly siteId: number;
  readonly siteName: string;
  readonly timeZone: string;
  /** kW. */
  readonly ratedPower: number;
  /** `none`: it has no identity or key, so that it cannot connect. */
  readonly link: 'online' | 'offline' | 'never' | 'none';
  /** ms: since when it is connected, or was last heard. */
  readonly since: number | null;
  readonly heardAt: number | null;
  readonly model: string | null;
  readonly firmware: string | null;
  /** kW that it was last limited to and has accepted; null = not limited. */
  readonly limit: number | null;
  /** Its part of the limit that the chargers of its site share; null = none is shared there. */
  readonly share: PileShare | null;
  /** ms that its clock is ahead; null = not known. */
  readonly clockAhead: number | null;
  readonly connectors: readonly ConnectorWire[];
}

/** Something that happened at a charger. */
export interface PileEventWire {
  readonly eventId: number;
  readonly at: number;
  readonly kind: PileEvent;
  readonly connector: number | null;
  readonly detail: string | null;
}

/** A command to a charger. */
export interface PileCommandWire {
  readonly commandId: number;
  readonly pileId: number;
  readonly connector: number | null;
  readonly kind: CommandKind;
  /** kW, of a limit or a share. */
  readonly power: number | null;
  /** ms, of a reservation. */
  readonly until: number | null;
  /** The setting that is changed, and to what. */
  readonly settingKey: string | null;
  readonly settingValue: string | null;
  readonly state: CommandState;
  readonly detail: string | null;
  /** Null = the platform by itself. */
  readonly byName: string | null;
  readonly at: number;
  readonly endedAt: number | null;
}

/** A line of what a session costs. */
export interface SessionLine {
  /** 0 = no tariff period holds. */
  readonly period: Period | 0;
  /** kWh. */
  readonly energy: number;
  /** Yuan a kWh; null = none holds. */
  readonly price: number | null;
  /** Yuan. */
  readonly amount: number | null;
}

/** What a charger told in a session. */
export interface SessionPoint {
  readonly at: number;
  /** kWh since the start. */
  readonly energy: number | null;
  /** kW. */
  readonly power: number | null;
  /** %. */
  readonly soc: number | null;
  /** It lies on the course of the register. */
  readonly onCourse: boolean;
}

/** A session with all that stands behind its figures. */
export interface SessionCurve {
  readonly sessionId: number;
  readonly pileName: string;
  readonly connector: number;
  readonly timeZone: string;
  readonly begin: number;
  readonly end: number | null;
  /** kWh as the register stood. */
  readonly meterStart: number;
  readonly meterStop: number | null;
  readonly energy: number | null;
  readonly lines: readonly SessionLine[];
  /** Yuan. */
  readonly energyFee: number | null;
  readonly serviceFee: number | null;
  readonly servicePrice: number;
  /** Values lie so far apart that time alone says how much of the energy falls on each period. */
  readonly splitByTime: boolean;
  readonly doubt: SessionDoubt | null;
  readonly state: SessionState;
  /** What people found of it, the newest first. */
  readonly judgements: readonly SessionJudgement[];
  /** A person may judge it as it stands. */
  readonly judgeable: boolean;
  /** Values that do not lie on the course. */
  readonly ignored: number;
  readonly points: readonly SessionPoint[];
}

/** What a charger did in a time. */
export interface PileUse {
  readonly pileId: number;
  readonly pileCode: string;
  readonly pileName: string;
  readonly siteName: string;
  /** kW. */
  readonly ratedPower: number;
  readonly sessions: number;
  /** kWh; null = no session told one. */
  readonly energy: number | null;
  /** Share of 1; null without a length of time. */
  readonly utilisation: number | null;
  /** Hours in which a session went on, over connectors × hours. */
  readonly occupancy: number | null;
  readonly energyFee: number | null;
  readonly serviceFee: number | null;
  readonly doubts: number;
  /** Sessions that never told an end: their energy is not billed yet. */
  readonly interrupted: number;
  /** Sessions settled, and left out, by a person. */
  readonly byHand: number;
  readonly excluded: number;
  /** Sessions whose energy has no price. */
  readonly unpriced: number;
}

/** The use of chargers in a time. */
export interface ChargeAnalysisWire {
  readonly begin: string;
  readonly end: string;
  readonly timeZone: string;
  readonly total: Omit<PileUse, 'pileId' | 'pileCode' | 'pileName' | 'siteName'>;
  readonly piles: readonly PileUse[];
  /** Sessions that began in each hour of the day. */
  readonly startsByHour: readonly number[];
  /** kWh of each date by tariff period; 0 = none holds. */
  readonly days: readonly {
    readonly date: string;
    readonly energies: Readonly<Record<Period | 0, number | null>>;
    readonly revenue: number | null;
  }[];
}
