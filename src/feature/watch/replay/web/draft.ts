import { dateAt } from '#domain/time/text.ts';
import type { Params } from '#web/api.ts';
import type { ResourceRow } from '#web/resource/kindWeb.ts';
import type { ReplayAnswer, TrialWire } from '../contract.ts';

export type Method = 'above' | 'below' | 'limitSet';

/** What a person fills in; null where nothing is. */
export interface Draft {
  readonly method: Method;
  readonly code: string;
  readonly limit: number | null;
  readonly deadBand: number;
  /** s */
  readonly onDelay: number;
  readonly offDelay: number;
  readonly level: string;
  /** Empty: the objects of the rule. */
  readonly ammeterIds: readonly number[];
  /** YYYY-MM-DD; null = the last 90 days. */
  readonly begin: string | null;
  readonly end: string | null;
  readonly matterMinutes: number;
}

export const EMPTY_DRAFT: Draft = {
  method: 'above',
  code: 'PZ',
  limit: null,
  deadBand: 0,
  onDelay: 60,
  offDelay: 60,
  level: '3',
  ammeterIds: [],
  begin: null,
  end: null,
  matterMinutes: 10,
};

const METHODS: readonly string[] = ['above', 'below', 'limitSet'];
const numberOf = (value: unknown, otherwise: number): number =>
  value === null || value === undefined || value === '' || !Number.isFinite(Number(value))
    ? otherwise
    : Number(value);

/** The draft that a rule's row begins with. */
export function draftOfRule(row: ResourceRow): Draft {
  const method = String(row['triggerMethod']);
  const limit = row['limitValue'];
  return {
    ...EMPTY_DRAFT,
    method: METHODS.includes(method) ? (method as Method) : 'above',
    code: String(row['triggerFieldName'] ?? EMPTY_DRAFT.code),
    limit: limit === null || limit === undefined ? null : numberOf(limit, 0),
    deadBand: numberOf(row['deadBand'], 0),
    onDelay: numberOf(row['triggerInterval'], 60),
    offDelay: numberOf(row['recoverInterval'], 60),
    level: String(row['alarmLevel'] ?? '3'),
  };
}

/** The draft that was replayed. */
export const draftOfAnswer = ({
  draft,
  ammeterIds,
  matterMinutes,
  timeZone,
  from,
  to,
}: ReplayAnswer): Draft => ({
  ...draft,
  method: METHODS.includes(draft.method) ? (draft.method as Method) : 'above',
  ammeterIds,
  matterMinutes,
  begin: dateAt(timeZone, from),
  end: dateAt(timeZone, to - 1),
});

/** A draft with a proposal. */
export const withTrial = (draft: Draft, { deadBand, delay }: TrialWire): Draft => ({
  ...draft,
  deadBand: Math.max(draft.deadBand, deadBand ?? 0),
  onDelay: Math.max(draft.onDelay, delay),
  offDelay: Math.max(draft.offDelay, delay),
});

/** Whether an answer is about a draft as it stands. */
export const isOf = (draft: Draft, { draft: ran }: ReplayAnswer): boolean =>
  draft.method === ran.method &&
  draft.code === ran.code &&
  draft.limit === ran.limit &&
  draft.deadBand === ran.deadBand &&
  draft.onDelay === ran.onDelay &&
  draft.offDelay === ran.offDelay &&
  draft.level === ran.level;

/** The parameters of the call that replays a draft. */
export const paramsOf = (draft: Draft, alarmId: number | null): Params => ({
  ...(alarmId === null ? {} : { alarmId }),
  triggerMethod: draft.method,
  triggerFieldName: draft.code,
  ...(draft.limit === null ? {} : { limitValue: draft.limit }),
  deadBand: draft.deadBand,
  triggerInterval: draft.onDelay,
  recoverInterval: draft.offDelay,
  alarmLevel: draft.level,
  ...(draft.ammeterIds.length === 0 ? {} : { ammeterIds: draft.ammeterIds.join(',') }),
  ...(draft.begin === null ? {} : { begin: draft.begin }),
  ...(draft.end === null ? {} : { end: draft.end }),
  matterMinutes: draft.matterMinutes,
});

/** The fields of the rule that a draft changes. */
export const fieldsOf = (draft: Draft): Params => ({
  triggerMethod: draft.method,
  triggerFieldName: draft.code,
  ...(draft.limit === null ? {} : { limitValue: draft.limit }),
  deadBand: draft.deadBand,
  triggerInterval: draft.onDelay,
  recoverInterval: draft.offDelay,
  alarmLevel: draft.level,
});
