import { dateAt } from '#domain/time/text.ts';
import type { Params } from '#web/api.ts';
import type { ResourceRow } from '#web/resource/kindWeb.ts';
import type { ReplayAnswer, TrialWire } from '../contract.ts';

export type Method =
  'above' | 'below' | 'limitSet' | 'expression' | 'compose' | 'figure' | 'signal' | 'operations';

/** What a person fills in; null where nothing is. */
export interface Draft {
  readonly method: Method;
  readonly code: string;
  readonly limit: number | null;
  readonly expression: string;
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
  expression: '',
  deadBand: 0,
  onDelay: 60,
  offDelay: 60,
  level: '3',
  ammeterIds: [],
  begin: null,
  end: null,
  matterMinutes: 10,
};

const METHODS: readonly string[] = [
  'above',
  'below',
  'limitSet',
  'expression',
  'compose',
  'figure',
  'signal',
  'operations',
];
/** Those that judge signal points, which are those of the rule. */
export const byPoints = ({ method }: Pick<Draft, 'method'>): boolean =>
  method === 'signal' || method === 'operations';
/** Those that judge one value of a meter, by its data code. */
export const byValue = (draft: Pick<Draft, 'method'>): boolean =>
  byLimit(draft) && draft.method !== 'figure' && draft.method !== 'operations';
/** Those that judge one value or figure by limits. */
export const byLimit = ({ method }: Pick<Draft, 'method'>): boolean =>
  method !== 'expression' && method !== 'compose' && method !== 'signal';
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
    expression: String(row['expression'] ?? ''),
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
  expression: draft.expression ?? '',
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
  (!byValue(draft) || draft.code === ran.code) &&
  (!byLimit(draft) || (draft.limit === ran.limit && draft.deadBand === ran.deadBand)) &&
  (draft.method !== 'expression' || draft.expression === ran.expression) &&
  draft.onDelay === ran.onDelay &&
  draft.offDelay === ran.offDelay &&
  draft.level === ran.level;

/** By what a draft judges, in the names of the rule's fields. */
const judgedOf = (draft: Draft): Params => ({
  triggerMethod: draft.method,
  ...(draft.method === 'expression' ? { expression: draft.expression } : {}),
  ...(byValue(draft) ? { triggerFieldName: draft.code } : {}),
  ...(byLimit(draft) && draft.limit !== null ? { limitValue: draft.limit } : {}),
});

/** The parameters of the call that replays a draft. */
export const paramsOf = (draft: Draft, alarmId: number | null): Params => ({
  ...(alarmId === null ? {} : { alarmId }),
  ...fieldsOf(draft),
  ...(draft.ammeterIds.length === 0 || byPoints(draft) ? {} : { ammeterIds: draft.ammeterIds.join(',') }),
  ...(draft.begin === null ? {} : { begin: draft.begin }),
  ...(draft.end === null ? {} : { end: draft.end }),
  matterMinutes: draft.matterMinutes,
});

/** The fields of the rule that a draft changes. */
export const fieldsOf = (draft: Draft): Params => ({
  ...judgedOf(draft),
  deadBand: draft.deadBand,
  triggerInterval: draft.onDelay,
  recoverInterval: draft.offDelay,
  alarmLevel: draft.level,
});
