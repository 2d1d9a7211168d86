import type { Episode } from '#domain/alarm/episode.ts';
import { chatteringRaises } from '#domain/alarm/flood.ts';
import {
  addTrials,
  bestFirst,
  lasting,
  keptOf,
  replay,
  type ReplayRule,
  type Setting,
  settingsFor,
  type Trial,
  trialOf,
  type Value,
  withSetting,
} from '#domain/alarm/replay.ts';
import {
  isOfPoints,
  type JudgedObject,
  type ObjectRule,
  type RuleSettings,
  ruleOn,
  signalRuleOn,
} from '#domain/alarm/settings.ts';
import { isWorse, type Limit } from '#domain/alarm/verdict.ts';
import { type EpisodeWire, MOST_EPISODES, type LaneWire, type ReplayMeter } from '../contract.ts';
import { coverageOf } from './values.ts';

/** A meter, or a signal point, that is replayed. */
export interface MeterRow {
  /** Of a rule on signal points the id of the point. */
  readonly ammeterId: number;
  readonly ammeterName: string;
  readonly siteId: number | null;
  readonly siteName: string | null;
  /** How often it tells its values, ms. */
  readonly stepMs: number;
}

/** How often meters that a composition names tell their values, by their ids. */
type Others = ReadonlyMap<number, JudgedObject>;

/** What is to be run; times in ms. */
export interface Plan {
  readonly draft: RuleSettings;
  readonly inForce: RuleSettings | null;
  readonly from: number;
  readonly to: number;
  readonly matterMs: number;
  readonly meters: readonly MeterRow[];
  /** Other meters that the draft or the version in force names. */
  readonly others: Others;
}

/** An episode with the place of its meter. */
export interface PlacedEpisode extends Episode {
  readonly siteId: number | null;
}

/** What a version asks for on a meter or on a signal point. */
const ruleFor = (settings: RuleSettings, row: MeterRow, others: Others): ObjectRule =>
  isOfPoints(settings.method) ? signalRuleOn(settings) : ruleOn(settings, { ...row, others });

/** What one of the rules did over all meters. */
export interface Tally {
  readonly episodes: PlacedEpisode[];
  chattering: number;
  kept: number;
  of: number;
}

export interface Outcome {
  readonly draft: Tally;
  readonly inForce: Tally | null;
  readonly proposed: Tally | null;
  readonly trials: readonly Trial[];
  readonly meters: readonly ReplayMeter[];
}

/** Where the values come from, how far it is, and a rest between pieces of work, which may throw to stop. */
export interface Ways {
  readonly valuesOf: (meter: MeterRow, rule: ObjectRule) => Promise<readonly Value[]>;
  readonly rest: (done: number, of: number) => Promise<void>;
}

const tally = (): Tally => ({ episodes: [], chattering: 0, kept: 0, of: 0 });
const raisesOf = (episodes: readonly Episode[]): number[] => episodes.map(({ raisedAt }) => raisedAt);

/** Episodes as a lane draws them: one by one, or together where there are too many. */
function drawn(
  found: readonly Episode[],
  side: Limit['side'] | null,
  from: number,
  to: number,
): EpisodeWire[] {
  const width = found.length > MOST_EPISODES ? (to - from) / MOST_EPISODES : 0;
  const parts: EpisodeWire[] = [];
  let part = -1;
  for (const { raisedAt, clearedAt, peak } of found) {
    const last = parts.at(-1);
    const now = width > 0 ? Math.min(MOST_EPISODES - 1, Math.floor((raisedAt - from) / width)) : part + 1;
    if (last && now === part) {
      const worst = isWorse(peak.value, last.peak, side) ? peak.value : last.peak;
      parts[parts.length - 1] = { ...last, raises: last.raises + 1, clearedAt, peak: worst };
    } else parts.push({ raises: 1, raisedAt, clearedAt, peak: peak.value });
    part = now;
  }
  return parts;
}

/** What a rule did on a meter, and what of the draft matters there. */
interface Judged {
  readonly meter: MeterRow;
  readonly rule: ReplayRule;
  readonly found: readonly Episode[];
  readonly matter: readonly Episode[];
}

/** Adds what a rule did on a meter, and tells it as a lane. */
function addTo(all: Tally, { from, to }: Plan, { meter, rule, found, matter }: Judged): LaneWire {
  const { kept, of } = keptOf(matter, found, to);
  const chattering = chatteringRaises(raisesOf(found));
  all.kept += kept;
  all.of += of;
  all.chattering += chattering;
  for (const one of found) all.episodes.push({ ...one, siteId: meter.siteId });
  const episodes = drawn(found, rule.times.side, from, to);
  return { raises: found.length, chattering, episodes };
}

/** The step at which half of the meters are as fast: the delays that are tried follow it. */
const usualStep = (meters: readonly MeterRow[]): number =>
  meters.map(({ stepMs }) => stepMs).toSorted((a, b) => a - b)[Math.floor((meters.length - 1) / 2)] ??
  900_000;

/** The settings, tried on one meter with a rest after each. */
async function tryAll(
  settings: readonly Setting[],
  values: readonly Value[],
  rule: ReplayRule,
  matter: readonly Episode[],
  to: number,
  rest: () => Promise<void>,
): Promise<Trial[]> {
  const trials: Trial[] = [];
  for (const setting of settings) {
    trials.push(trialOf(values, rule, setting, matter, to));
    await rest();
  }
  return trials;
}

/** So many values are kept for what is proposed; those of further meters are read a second time. */
const MOST_KEPT = 2_000_000;

/** Values that are asked for twice, kept the first time as far as there is room. */
function keeping(valuesOf: Ways['valuesOf']): Ways['valuesOf'] {
  const kept = new Map<number, readonly Value[]>();
  let room = MOST_KEPT;
  return async (meter, rule) => {
    const known = kept.get(meter.ammeterId);
    if (known) return known;
    const values = await valuesOf(meter, rule);
    room -= values.length;
    if (room >= 0) kept.set(meter.ammeterId, values);
    return values;
  };
}

/** Runs the draft, all settings and the version in force on one meter. */
async function lookAt(
  meter: MeterRow,
  plan: Plan,
  ways: Pick<Ways, 'valuesOf'> & { readonly drafted: Ways['valuesOf'] },
  all: { draft: Tally; inForce: Tally | null },
  rest: () => Promise<void>,
): Promise<{ row: ReplayMeter; trials: readonly Trial[]; matter: readonly Episode[] | null }> {
  const { draft, inForce, from, to, others } = plan;
  const rule = ruleFor(draft, meter, others);
  const values = await ways.drafted(meter, rule);
  const found = replay(values, rule, to);
  const matter = lasting(found, plan.matterMs, to);
  const byLimits = rule.computed === null && !rule.signal;
  const settings = settingsFor(usualStep(plan.meters), byLimits, !rule.figure && !rule.signal?.counts);
  const trials = found.length > 0 ? await tryAll(settings, values, rule, matter, to, rest) : [];
  let before: LaneWire | null = null;
  if (inForce && all.inForce) {
    const own = ruleFor(inForce, meter, others);
    const same =
      !rule.computed &&
      !own.computed &&
      rule.code === own.code &&
      rule.figure?.of === own.figure?.of &&
      rule.figure?.minCoverage === own.figure?.minCoverage &&
      JSON.stringify(rule.signal) === JSON.stringify(own.signal);
    const told = same ? values : await ways.valuesOf(meter, own);
    before = addTo(all.inForce, plan, { meter, rule: own, found: replay(told, own, to), matter });
  }
  const row = {
    ammeterId: meter.ammeterId,
    ammeterName: meter.ammeterName,
    siteName: meter.siteName,
    values: values.length,
    coverage: coverageOf(values, from, to, rule.times.holdMs),
    draft: addTo(all.draft, plan, { meter, rule, found, matter }),
    inForce: before,
    proposed: null,
  };
  return { row, trials, matter: found.length > 0 ? matter : null };
}

/**
 * Runs a draft, the version in force and what is proposed over the values of meters. What is proposed is asked again of
 * the meters on which the draft rings: a softer rule rings on no other.
 */
export async function runPlan(plan: Plan, ways: Ways): Promise<Outcome> {
  const { draft, inForce, to, meters, others } = plan;
  const all = { draft: tally(), inForce: inForce && tally() };
  const proposed = tally();
  const rows: ReplayMeter[] = [];
  const matters: (readonly Episode[] | null)[] = [];
  let trials: Trial[] = [];
  const work = meters.length * 2;
  const drafted = keeping(ways.valuesOf);
  for (const [i, meter] of meters.entries()) {
    const rest = (): Promise<void> => ways.rest(i, work);
    await rest();
    const looked = await lookAt(meter, plan, { ...ways, drafted }, all, rest);
    rows.push(looked.row);
    matters.push(looked.matter);
    if (looked.matter) trials = addTrials(trials, looked.trials);
  }
  const ordered = bestFirst(trials);
  const best = ordered[0];
  if (!best) return { ...all, proposed: null, trials: [], meters: rows };
  for (const [i, meter] of meters.entries()) {
    await ways.rest(meters.length + i, work);
    const matter = matters[i] ?? null;
    const asked = ruleFor(draft, meter, others);
    const rule = withSetting(asked, best);
    const found = matter ? replay(await drafted(meter, asked), rule, to) : [];
    const lane = addTo(proposed, plan, { meter, rule, found, matter: matter ?? [] });
    rows[i] = { ...(rows[i] as ReplayMeter), proposed: lane };
  }
  return { ...all, proposed, trials: ordered, meters: rows };
}
