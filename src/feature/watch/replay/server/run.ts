import type { Episode } from '#domain/alarm/episode.ts';
import { chatteringRaises } from '#domain/alarm/flood.ts';
import {
  addTrials,
  bestFirst,
  lasting,
  keptOf,
  replay,
  type Setting,
  settingsFor,
  type Trial,
  trialOf,
  type Value,
  withSetting,
} from '#domain/alarm/replay.ts';
import { type ObjectRule, type RuleSettings, ruleOn } from '#domain/alarm/settings.ts';
import { MOST_EPISODES, type LaneWire, type ReplayMeter } from '../contract.ts';
import { coverageOf } from './values.ts';

/** A meter that is replayed. */
export interface MeterRow {
  readonly ammeterId: number;
  readonly ammeterName: string;
  readonly siteId: number | null;
  readonly siteName: string | null;
  /** How often it tells its values, ms. */
  readonly stepMs: number;
}

/** What is to be run; times in ms. */
export interface Plan {
  readonly draft: RuleSettings;
  readonly inForce: RuleSettings | null;
  readonly from: number;
  readonly to: number;
  readonly matterMs: number;
  readonly meters: readonly MeterRow[];
}

/** An episode with the place of its meter. */
export interface PlacedEpisode extends Episode {
  readonly siteId: number | null;
}

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
  readonly valuesOf: (meter: MeterRow, code: string) => Promise<readonly Value[]>;
  readonly rest: (done: number, of: number) => Promise<void>;
}

const tally = (): Tally => ({ episodes: [], chattering: 0, kept: 0, of: 0 });
const raisesOf = (episodes: readonly Episode[]): number[] => episodes.map(({ raisedAt }) => raisedAt);

/** Adds what a rule did on a meter, and tells it as a lane. */
function addTo(
  all: Tally,
  meter: MeterRow,
  found: readonly Episode[],
  matter: readonly Episode[],
  to: number,
): LaneWire {
  const { kept, of } = keptOf(matter, found, to);
  const chattering = chatteringRaises(raisesOf(found));
  all.kept += kept;
  all.of += of;
  all.chattering += chattering;
  for (const one of found) all.episodes.push({ ...one, siteId: meter.siteId });
  const episodes = found
    .slice(0, MOST_EPISODES)
    .map(({ raisedAt, clearedAt, peak }) => ({ raisedAt, clearedAt, peak: peak.value }));
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
  rule: ObjectRule,
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

/**
 * Runs a draft, the version in force and what is proposed over the values of meters. What is proposed is asked again of
 * the meters on which the draft rings: a softer rule rings on no other.
 */
export async function runPlan(plan: Plan, ways: Ways): Promise<Outcome> {
  const { draft, inForce, from, to, matterMs, meters } = plan;
  const settings = settingsFor(usualStep(meters));
  const all = { draft: tally(), inForce: inForce && tally(), proposed: tally() };
  const rows: ReplayMeter[] = [];
  const matters = new Map<number, readonly Episode[]>();
  let trials: Trial[] = [];
  const work = meters.length * 2;
  for (const [i, meter] of meters.entries()) {
    const rest = (): Promise<void> => ways.rest(i, work);
    await rest();
    const rule = ruleOn(draft, meter);
    const values = await ways.valuesOf(meter, draft.code ?? '');
    const found = replay(values, rule, to);
    const matter = lasting(found, matterMs, to);
    if (found.length > 0) {
      matters.set(meter.ammeterId, matter);
      trials = addTrials(trials, await tryAll(settings, values, rule, matter, to, rest));
    }
    let lane: LaneWire | null = null;
    if (inForce && all.inForce) {
      const own = inForce.code === draft.code ? values : await ways.valuesOf(meter, inForce.code ?? '');
      lane = addTo(all.inForce, meter, replay(own, ruleOn(inForce, meter), to), matter, to);
    }
    const { ammeterId, ammeterName, siteName } = meter;
    const coverage = coverageOf(values, from, to, rule.times.holdMs);
    const own = addTo(all.draft, meter, found, matter, to);
    rows.push({
      ammeterId,
      ammeterName,
      siteName,
      values: values.length,
      coverage,
      draft: own,
      inForce: lane,
      proposed: null,
    });
  }
  const ordered = bestFirst(trials);
  const best = ordered[0];
  if (!best) return { ...all, proposed: null, trials: [], meters: rows };
  for (const [i, meter] of meters.entries()) {
    await ways.rest(meters.length + i, work);
    const matter = matters.get(meter.ammeterId);
    const row = rows[i] as ReplayMeter;
    const values = matter ? await ways.valuesOf(meter, draft.code ?? '') : [];
    const found = replay(values, withSetting(ruleOn(draft, meter), best), to);
    rows[i] = { ...row, proposed: addTo(all.proposed, meter, found, matter ?? [], to) };
  }
  return { ...all, trials: ordered, meters: rows };
}
