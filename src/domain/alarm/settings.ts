import type { RuleTimes } from './machine.ts';
import { type Limit, limitVerdict, type Verdict } from './verdict.ts';

/** What raises: a value beyond a limit of the rule, beyond the limits of its data item, or no reading at all. */
type Method = 'above' | 'below' | 'limitSet' | 'silent';

/** A setting that a parameter may set: limit and dead band in the unit of the value, delays in seconds. */
type Param = 'limit' | 'deadBand' | 'onDelay' | 'offDelay';
type Params = Partial<Readonly<Record<Param, number>>>;

/** Limits of a data item, for a meter, a site, or the whole enterprise. */
export interface ItemLimits {
  readonly siteId: number | null;
  readonly ammeterId: number | null;
  readonly upper: number | null;
  readonly lower: number | null;
  readonly deadBand: number | null;
}

/** What a version of a rule asks for; delays in seconds. */
export interface RuleSettings {
  readonly method: Method;
  /** The data code of the value; null where the rule reads none. */
  readonly code: string | null;
  readonly limit: number | null;
  readonly deadBand: number | null;
  readonly onDelay: number;
  readonly offDelay: number;
  readonly level: string;
  readonly params: Params;
  /** By the id of a meter. */
  readonly objects: Readonly<Record<string, Params>>;
  readonly triggers: readonly Limit[];
  /** Of the method `limitSet` alone. */
  readonly itemLimits: readonly ItemLimits[];
}

/** A meter that a rule judges. */
export interface JudgedObject {
  readonly ammeterId: number;
  readonly siteId: number | null;
  /** How often it tells its values, ms. */
  readonly stepMs: number;
}

/** A sample holds for at most three steps of its source (design of alarms; domain notes 9.1). */
const HOLD_STEPS = 3;

/** What a version asks for on one meter. */
export interface ObjectRule {
  readonly method: Method;
  readonly code: string | null;
  readonly limits: readonly Limit[];
  readonly times: RuleTimes;
  readonly level: string;
}

/** Applies a version to a meter: the parameters of the object go before those of the rule, these before its own settings. */
export function ruleOn(settings: RuleSettings, object: JudgedObject): ObjectRule {
  const set = { ...settings.params, ...settings.objects[object.ammeterId] };
  const limit = set.limit ?? settings.limit;
  const deadBand = set.deadBand ?? settings.deadBand ?? 0;
  const own: Limit[] =
    settings.method === 'limitSet'
      ? itemLimitsOn(settings.itemLimits, object)
      : settings.method === 'silent' || limit === null
        ? []
        : [{ side: settings.method, limit, deadBand }];
  const limits = settings.method === 'silent' ? [] : [...own, ...settings.triggers];
  const sides = new Set(limits.map(({ side }) => side));
  const hold = HOLD_STEPS * object.stepMs;
  return {
    method: settings.method,
    code: settings.method === 'silent' ? null : settings.code,
    limits,
    level: settings.level,
    times: {
      onDelayMs: (set.onDelay ?? settings.onDelay) * 1000,
      offDelayMs: (set.offDelay ?? settings.offDelay) * 1000,
      // Silence is judged by the clock: what it says holds until something is heard.
      holdMs: settings.method === 'silent' ? Number.MAX_SAFE_INTEGER : hold,
      side: sides.size === 1 ? ([...sides][0] as Limit['side']) : null,
    },
  };
}

/** The limits of a meter's data item: its own, else those of its site, else those of the enterprise. */
function itemLimitsOn(all: readonly ItemLimits[], { ammeterId, siteId }: JudgedObject): Limit[] {
  const own =
    all.find((one) => one.ammeterId === ammeterId) ??
    all.find((one) => one.ammeterId === null && one.siteId !== null && one.siteId === siteId) ??
    all.find((one) => one.ammeterId === null && one.siteId === null);
  if (!own) return [];
  const deadBand = own.deadBand ?? 0;
  return [
    ...(own.upper === null ? [] : [{ side: 'above', limit: own.upper, deadBand } as const]),
    ...(own.lower === null ? [] : [{ side: 'below', limit: own.lower, deadBand } as const]),
  ];
}

/** After how long without a reading (ms) a meter is silent. */
export const silentAfterMs = ({ stepMs }: JudgedObject): number => HOLD_STEPS * stepMs;

/** What a value says against several limits: beyond any it raises, behind all it clears. Without a limit nothing is known. */
export function verdictOf(value: number | null, limits: readonly Limit[]): Verdict {
  if (limits.length === 0) return 'unknown';
  const verdicts = limits.map((limit) => limitVerdict(value, limit));
  if (verdicts.includes('raise')) return 'raise';
  if (verdicts.includes('unknown')) return 'unknown';
  return verdicts.includes('hold') ? 'hold' : 'clear';
}

/** The limit that a value is beyond the most; null where it is beyond none. */
export function brokenLimit(value: number | null, limits: readonly Limit[]): number | null {
  if (value === null) return null;
  const broken = limits.filter((limit) => limitVerdict(value, limit) === 'raise');
  const by = ({ side, limit }: Limit): number => (side === 'above' ? value - limit : limit - value);
  return broken.toSorted((a, b) => by(b) - by(a))[0]?.limit ?? null;
}
