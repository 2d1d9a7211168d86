import { sql } from 'kysely';
import { dataCode } from '#contract/dataCode.ts';
import { badInput, noSuchRow } from '#contract/error.ts';
import { readExpression } from '#domain/alarm/expression/read.ts';
import { isOfPoints, type ItemLimits, type RuleSettings } from '#domain/alarm/settings.ts';
import type { Limit } from '#domain/alarm/verdict.ts';
import type { Db } from '#server/database/db.ts';

/** What a person changes of a rule, or asks for without one; the names of the rule's own fields. */
export interface DraftWish {
  readonly alarmId?: number | undefined;
  readonly version?: number | undefined;
  readonly triggerMethod?: RuleSettings['method'] | undefined;
  readonly triggerFieldName?: string | undefined;
  readonly limitValue?: number | undefined;
  readonly expression?: string | undefined;
  readonly deadBand?: number | undefined;
  readonly triggerInterval?: number | undefined;
  readonly recoverInterval?: number | undefined;
  readonly alarmLevel?: string | undefined;
}

/** A rule with its version in force. */
export interface KnownRule {
  readonly alarmId: number;
  readonly alarmName: string;
  readonly consumerId: number;
  readonly version: number;
  readonly inForce: RuleSettings;
}

type Kept = Omit<RuleSettings, 'objects' | 'itemLimits'> & {
  readonly objects?: RuleSettings['objects'];
  readonly itemLimits?: readonly ItemLimits[];
};

const EMPTY = { params: {}, objects: {}, triggers: [] as readonly Limit[], itemLimits: [] };

/** A rule of the caller's scope. @throws Fault 404 */
export async function loadRule(trx: Db, alarmId: number): Promise<KnownRule> {
  const { rows } = await sql<{ name: string; consumerId: number; version: number; settings: Kept }>`
    select shown_name(a.alarm_name, a.alarm_name_en) as name, a.consumer_id as "consumerId", v.version, v.settings
    from alarm a join lateral (select version, settings from alarm_version where alarm_id = a.id
      order by version desc limit 1) v on true where a.id = ${alarmId}`.execute(trx);
  const [row] = rows;
  if (!row) throw noSuchRow();
  const { name: alarmName, consumerId, version, settings } = row;
  return { alarmId, alarmName, consumerId, version, inForce: { ...EMPTY, ...settings } };
}

async function settingsOf(trx: Db, alarmId: number, version: number): Promise<RuleSettings> {
  const { rows } = await sql<{ settings: Kept }>`
    select settings from alarm_version where alarm_id = ${alarmId} and version = ${version}`.execute(trx);
  const [row] = rows;
  if (!row)
    throw badInput({ zh: '版本：该规则没有此版本', en: 'Version: the rule has no such version' }, 'version');
  return { ...EMPTY, ...row.settings };
}

/** What is to be replayed: a version of the rule, or its newest, with what the wish changes. @throws Fault 400 by its field */
export async function draftOf(trx: Db, wish: DraftWish, rule: KnownRule | null): Promise<RuleSettings> {
  const base =
    rule && (wish.version === undefined ? rule.inForce : await settingsOf(trx, rule.alarmId, wish.version));
  const method = wish.triggerMethod ?? base?.method;
  if (method === undefined)
    throw badInput({ zh: '触发方式：必须填写', en: 'Raised when: is required' }, 'triggerMethod');
  if (method === 'silent')
    throw badInput(
      {
        zh: '触发方式：静默按数据到达时间判断，历史中没有到达时间，不能回放',
        en: 'Raised when: silence is evaluated by when data arrived, which history does not hold; it cannot be replayed',
      },
      'triggerMethod',
    );
  const judged = judgedOf(method, wish, base);
  // What the draft says itself goes before a parameter of the rule.
  const { limit: l, deadBand: d, onDelay: n, offDelay: f } = { ...base?.params };
  const params = {
    ...(l === undefined || wish.limitValue !== undefined ? {} : { limit: l }),
    ...(d === undefined || wish.deadBand !== undefined ? {} : { deadBand: d }),
    ...(n === undefined || wish.triggerInterval !== undefined ? {} : { onDelay: n }),
    ...(f === undefined || wish.recoverInterval !== undefined ? {} : { offDelay: f }),
  };
  return {
    method,
    ...judged,
    deadBand: wish.deadBand ?? base?.deadBand ?? 0,
    onDelay: wish.triggerInterval ?? base?.onDelay ?? 60,
    offDelay: wish.recoverInterval ?? base?.offDelay ?? 60,
    level: wish.alarmLevel ?? base?.level ?? '3',
    params,
    objects: base?.objects ?? {},
    triggers: base?.triggers ?? [],
    itemLimits: base?.itemLimits ?? [],
  };
}

type Judged = Pick<
  RuleSettings,
  'code' | 'limit' | 'expression' | 'composition' | 'parts' | 'figure' | 'signal'
>;

/** By what a draft judges. @throws Fault 400 by its field */
function judgedOf(method: RuleSettings['method'], wish: DraftWish, base: RuleSettings | null): Judged {
  if (method === 'expression') return expressionOf(wish.expression ?? base?.expression ?? '');
  if (method === 'compose') return compositionOf(base);
  if (method === 'figure') return figureOf(wish, base);
  if (isOfPoints(method)) return signalOf(method, wish, base);
  const code = wish.triggerFieldName ?? base?.code ?? null;
  const known = code === null ? undefined : dataCode(code);
  if (!known)
    throw badInput(
      { zh: '判断的数据代码：必须是标准数据代码', en: 'Data code: must be a standard data code' },
      'triggerFieldName',
    );
  const limit = wish.limitValue ?? base?.limit ?? null;
  if (limit === null && method !== 'limitSet')
    throw badInput({ zh: '限值：必须填写', en: 'Limit: is required' }, 'limitValue');
  if (method === 'limitSet' && (base?.itemLimits ?? []).length === 0)
    throw badInput(
      { zh: '触发方式：该数据项没有限值', en: 'Raised when: the data item has no limits' },
      'triggerMethod',
    );
  return { code: known.code, limit };
}

function signalOf(method: string, wish: DraftWish, base: RuleSettings | null): Judged {
  if (!base?.signal || base.method !== method)
    throw badInput(
      {
        zh: '触发方式：请选择已保存的信号点规则',
        en: 'Raised when: choose a rule on signal points that is saved',
      },
      'triggerMethod',
    );
  const limit = method === 'operations' ? (wish.limitValue ?? base.limit) : null;
  return { code: null, limit, signal: base.signal };
}

function figureOf(wish: DraftWish, base: RuleSettings | null): Judged {
  if (!base?.figure)
    throw badInput(
      {
        zh: '触发方式：请选择已保存的指标类规则',
        en: 'Raised when: choose a rule on figures that is saved',
      },
      'triggerMethod',
    );
  return { code: null, limit: wish.limitValue ?? base.limit, figure: base.figure };
}

function expressionOf(expression: string): Judged {
  const read = readExpression(expression);
  if ('problem' in read)
    throw badInput(
      { zh: `条件表达式：${read.problem.zh}`, en: `Expression: ${read.problem.en}` },
      'expression',
      { at: read.at },
    );
  return { code: null, limit: null, expression };
}

function compositionOf(base: RuleSettings | null): Judged {
  const { composition, parts } = base ?? {};
  if (!composition || !parts)
    throw badInput(
      {
        zh: '触发方式：请选择已保存的告警组合',
        en: 'Raised when: choose an alarm composition that is saved',
      },
      'triggerMethod',
    );
  return { code: null, limit: null, composition, parts };
}
