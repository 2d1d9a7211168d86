import { isDemand } from '#contract/alarmFigure.ts';
import { isGroup, type CompositionTree, type PartKey, partKey, partOfKey } from '#contract/composition.ts';
import { type Composition, partsOf } from './compose.ts';
import { asksFor, type Condition } from './condition.ts';
import { renamed } from './expression/evaluate.ts';
import { codeAt, codeOf } from './past.ts';
import { FIGURE_CODE, figureCode, type FigureSettings } from './figure.ts';
import type { FigureSource, MixedSources, SignalSource } from './mixed.ts';
import { pointsOn, SIGNAL_CODE, SIGNAL_LIMIT, type SignalSettings } from './signal.ts';
import { parseExpression } from './expression/parse.ts';
import type { RuleTimes } from './machine.ts';
import type { Limit } from './verdict.ts';

/**
 * What raises: a value beyond a limit of the rule, beyond the limits of its data item, no reading at all, an expression
 * over values that is true, other rules together, a figure of an hour or a day, the state of a signal point, or how often it
 * changed in a day.
 */
type Method =
  'above' | 'below' | 'limitSet' | 'silent' | 'expression' | 'compose' | 'figure' | 'signal' | 'operations';

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
  /** Of the method `expression` alone. */
  readonly expression?: string | null;
  /** Of the method `compose` alone: how its parts make a whole, and what their rules asked for at the time. */
  readonly composition?: CompositionTree | null;
  readonly parts?: Readonly<Record<string, PartSettings>>;
  /** Of the method `figure` alone. */
  readonly figure?: FigureSettings | null;
  /** Of the method `signal` alone. */
  readonly signal?: SignalSettings | null;
}

/** A rule as part of a composition. */
interface PartSettings {
  readonly name: string;
  readonly nameEn: string | null;
  readonly settings: RuleSettings;
}

/** A meter that a rule judges. */
export interface JudgedObject {
  readonly ammeterId: number;
  readonly siteId: number | null;
  /** How often it tells its values, ms. */
  readonly stepMs: number;
  /** Other meters that a composition names, by their ids. */
  readonly others?: ReadonlyMap<number, JudgedObject>;
}

/** A sample holds for at most three steps of its source (design of alarms; domain notes 9.1). */
export const HOLD_STEPS = 3;

/** What a version asks for on one meter. */
export interface ObjectRule {
  readonly method: Method;
  readonly code: string | null;
  /** Of `code`; none where the rule is judged by several values. */
  readonly limits: readonly Limit[];
  /** What is judged over several values or over time; null where limits of one value decide, or silence. */
  readonly computed: Condition | null;
  readonly times: RuleTimes;
  readonly level: string;
  /** The figure of a bucket that is judged in place of readings, and how long after the end of the bucket, ms. */
  readonly figure?: FigureSettings & { readonly waitMs: number };
  /** The state of a signal point that is judged in place of readings. */
  readonly signal?: SignalSettings;
  /** Figures and positions that a composition asks for beside values; absent where it asks for values alone. */
  readonly mixed?: MixedSources;
}

/** Applies a version to a meter: the parameters of the object go before those of the rule, these before its own settings. */
export function ruleOn(settings: RuleSettings, object: JudgedObject): ObjectRule {
  const { method } = settings;
  const set = { ...settings.params, ...settings.objects[object.ammeterId] };
  const limits = limitsOn(settings, object);
  const sides = new Set(limits.map(({ side }) => side));
  const byLimits = method === 'above' || method === 'below' || method === 'limitSet';
  if (method === 'figure' && settings.figure) return figureRule(settings, settings.figure, limits, object);
  const computed = byLimits ? null : conditionOn(settings, object);
  const mixed = mixedOn(settings, object, computed);
  return {
    method,
    ...(mixed ? { mixed } : {}),
    code: byLimits ? settings.code : null,
    limits,
    computed,
    level: settings.level,
    times: {
      onDelayMs: (set.onDelay ?? settings.onDelay) * 1000,
      offDelayMs: (set.offDelay ?? settings.offDelay) * 1000,
      // Silence is judged by the clock: what it says holds until something is heard.
      // Where several sources are judged, one says so when it is not known any more.
      holdMs: method === 'silent' || mixed ? Number.MAX_SAFE_INTEGER : HOLD_STEPS * object.stepMs,
      side: sides.size === 1 ? ([...sides][0] as Limit['side']) : null,
    },
  };
}

/**
 * A rule on figures: each bucket is one sample at its end, which holds until the next one is known. Delays have no meaning
 * between buckets; the on delay is how long the bucket is left to become whole.
 */
function figureRule(
  settings: RuleSettings,
  figure: FigureSettings,
  limits: readonly Limit[],
  object: JudgedObject,
): ObjectRule {
  const sides = new Set(limits.map(({ side }) => side));
  return {
    method: 'figure',
    code: FIGURE_CODE,
    limits,
    computed: null,
    level: settings.level,
    figure: { ...certain(figure, limits), waitMs: waitOf(settings, object) },
    times: {
      onDelayMs: 0,
      offDelayMs: 0,
      holdMs: Number.MAX_SAFE_INTEGER,
      side: sides.size === 1 ? figure.side : null,
    },
  };
}

/** A figure with the lowest limit that a maximum demand has to be above: what is at least more than that is more. */
function certain(figure: FigureSettings, limits: readonly Limit[]): FigureSettings {
  if (!isDemand(figure.of) || limits.length === 0 || limits.some(({ side }) => side === 'below'))
    return figure;
  return { ...figure, certainAbove: Math.min(...limits.map(({ limit }) => limit)) };
}

/** What a version asks for on one signal point; parameters of the rule go before its own delays. */
export function signalRuleOn(settings: RuleSettings): ObjectRule {
  const { method, params, onDelay, offDelay, level } = settings;
  return {
    method,
    code: SIGNAL_CODE,
    limits: signalLimits(settings),
    computed: null,
    level,
    signal: settings.signal ?? { state: null, normals: {} },
    times: {
      // A count has no delays: it only grows until its day is over.
      onDelayMs: method === 'operations' ? 0 : (params.onDelay ?? onDelay) * 1000,
      offDelayMs: method === 'operations' ? 0 : (params.offDelay ?? offDelay) * 1000,
      // How long a position holds is said by the samples: where it is not known any more, one says so.
      holdMs: Number.MAX_SAFE_INTEGER,
      side: method === 'operations' ? 'above' : null,
    },
  };
}

/** What of a position is an alarm: that it is one, or more operations in a day than there may be. */
const signalLimits = ({ method, params, limit }: RuleSettings): Limit[] =>
  method === 'operations'
    ? [{ side: 'above', limit: params.limit ?? limit ?? 0, deadBand: 0 }]
    : [SIGNAL_LIMIT];

/** Whether a rule is put to signal points. */
export const isOfPoints = (method: string): boolean => method === 'signal' || method === 'operations';

/** The limits of a rule on a meter; none where it is judged by something else. */
function limitsOn(settings: RuleSettings, object: JudgedObject): Limit[] {
  const { method, triggers } = settings;
  if (method === 'limitSet') return limitSetOn(settings, object);
  const side = method === 'figure' ? settings.figure?.side : method;
  if (side !== 'above' && side !== 'below') return [];
  const set = { ...settings.params, ...settings.objects[object.ammeterId] };
  const limit = set.limit ?? settings.limit;
  const deadBand = set.deadBand ?? settings.deadBand ?? 0;
  return [...(limit === null ? [] : [{ side, limit, deadBand }]), ...triggers];
}

/** The limits of data items that hold for a meter, with those of the rule. */
export const limitSetOn = (
  { itemLimits, triggers }: Pick<RuleSettings, 'itemLimits' | 'triggers'>,
  object: Pick<JudgedObject, 'ammeterId' | 'siteId'>,
): Limit[] => [...itemLimitsOn(itemLimits, object), ...triggers];

/** What a rule asks of the values of a meter, without its delays; null where it asks nothing of them. */
function conditionOn(settings: RuleSettings, object: JudgedObject): Condition | null {
  const { method, code, expression, composition, parts } = settings;
  if (method === 'silent' || method === 'figure' || isOfPoints(method)) return null;
  // Names were compared with the data codes when the rule was saved.
  if (method === 'expression')
    return expression
      ? { kind: 'expression', text: expression, node: parseExpression(expression, () => true) }
      : null;
  if (method !== 'compose')
    return code === null ? null : { kind: 'limits', code, limits: limitsOn(settings, object) };
  if (!composition) return null;
  const known = namedParts(composition, object).flatMap(({ key, rule, meter, on }) => {
    const part = parts?.[rule];
    if (!part || part.settings.method === 'compose') return [];
    const condition = partOn(key, part.settings, on, meter);
    const name = { zh: part.name, en: part.nameEn ?? part.name };
    return condition ? [[key, { name, condition }] as const] : [];
  });
  return { kind: 'composition', whole: byName(composition), parts: new Map(known) };
}

/** The tree of a composition with its parts by their names. */
const byName = ({ parts, ...rest }: CompositionTree): Composition<PartKey> => ({
  ...rest,
  parts: parts.map((part) => (isGroup(part) ? byName(part) : partKey(part))),
});

interface NamedPart {
  readonly key: PartKey;
  readonly rule: number;
  /** Another meter that it names; null = it is judged on the meter of the whole. */
  readonly meter: number | null;
  readonly on: JudgedObject;
}

/** Another meter; of one that cannot be seen nothing is known, and its values neither. */
const otherOf = ({ others, stepMs }: JudgedObject, ammeterId: number): JudgedObject =>
  others?.get(ammeterId) ?? { ammeterId, siteId: null, stepMs };

/** The parts of a composition on a meter, each once. */
const namedParts = (composition: CompositionTree, object: JudgedObject): NamedPart[] =>
  partsOf(byName(composition)).map((key) => {
    const { rule, meter } = partOfKey(key);
    return meter === null || meter === object.ammeterId
      ? { key, rule, meter: null, on: object }
      : { key, rule, meter, on: otherOf(object, meter) };
  });

/** The same condition over the values of another meter. */
function onMeter(condition: Condition, meterId: number): Condition {
  if (condition.kind === 'limits') return { ...condition, code: codeAt(condition.code, meterId) };
  if (condition.kind === 'composition') return condition;
  return { ...condition, node: renamed(condition.node, (name) => codeAt(name, meterId)) };
}

/** How long a bucket that is over is left to become whole, ms. */
const waitOf = ({ params, objects, onDelay }: RuleSettings, { ammeterId }: JudgedObject): number =>
  (({ ...params, ...objects[ammeterId] }).onDelay ?? onDelay) * 1000;

const signalCode = (key: PartKey): string => `${SIGNAL_CODE} ${key}`;

/** What a part of a composition asks for on a meter: of its values, or of a figure or a position. */
function partOn(
  key: PartKey,
  part: RuleSettings,
  object: JudgedObject,
  meter: number | null,
): Condition | null {
  const { method, figure } = part;
  if (method === 'figure' && figure)
    // Figures of other meters are refused when the composition is saved.
    return meter === null
      ? {
          kind: 'limits',
          of: figure.of,
          code: figureCode(certain(figure, limitsOn(part, object)), waitOf(part, object)),
          limits: limitsOn(part, object),
        }
      : null;
  if (isOfPoints(method))
    return { kind: 'limits', of: 'signal', code: signalCode(key), limits: signalLimits(part) };
  const condition = conditionOn(part, object);
  return condition && meter !== null ? onMeter(condition, meter) : condition;
}

/** What the parts of a composition ask for beside values of the meter; null where they ask for these alone. */
function mixedOn(
  settings: RuleSettings,
  object: JudgedObject,
  computed: Condition | null,
): MixedSources | null {
  const { method, composition, parts } = settings;
  if (method !== 'compose' || !composition || !parts || !computed) return null;
  const known = namedParts(composition, object).flatMap((one) => {
    const part = parts[one.rule];
    return part ? [{ ...one, of: part.settings }] : [];
  });
  const figures = known.flatMap(({ of, meter }): FigureSource[] => {
    if (of.method !== 'figure' || !of.figure || meter !== null) return [];
    const waitMs = waitOf(of, object);
    const figure = certain(of.figure, limitsOn(of, object));
    return [{ code: figureCode(figure, waitMs), figure, waitMs }];
  });
  const signals = known.flatMap(({ key, on, of: { method: by, signal } }): SignalSource[] =>
    isOfPoints(by) && signal
      ? [
          {
            code: signalCode(key),
            state: signal.state,
            counts: signal.counts ?? false,
            points: pointsOn(signal, on.ammeterId),
          },
        ]
      : [],
  );
  const others = [...asksFor(computed).keys()].flatMap((name) => {
    const { meterId } = codeOf(name);
    return meterId === null ? [] : [{ name, on: otherOf(object, meterId) }];
  });
  if (figures.length + signals.length + others.length === 0) return null;
  const holds = {
    own: HOLD_STEPS * object.stepMs,
    others: new Map(others.map(({ name, on }) => [name, HOLD_STEPS * on.stepMs])),
  };
  const codes = [...new Set([...figures, ...signals].map(({ code }) => code))];
  return {
    figures,
    signals,
    codes,
    holds,
    steps: new Map(others.map(({ on }) => [on.ammeterId, on.stepMs])),
  };
}

/** The limits of a meter's data item: its own, else those of its site, else those of the enterprise. */
function itemLimitsOn(
  all: readonly ItemLimits[],
  { ammeterId, siteId }: Pick<JudgedObject, 'ammeterId' | 'siteId'>,
): Limit[] {
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
