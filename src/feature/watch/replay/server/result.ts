import { figureUnit } from '#contract/alarmFigure.ts';
import { dataCode, unitOfCode } from '#contract/dataCode.ts';
import { bestFirst, figuresOf } from '#domain/alarm/replay.ts';
import { codesOf } from '#domain/alarm/judge.ts';
import { isOfPoints, type JudgedObject, ruleOn, type RuleSettings } from '#domain/alarm/settings.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#domain/time/duration.ts';
import { zoneOf } from '#domain/time/zone.ts';
import { type Linkage, wouldSend, type WouldSend } from '#feature/watch/linkage/server/public.ts';
import type { EventLevel } from '#contract/linkage.ts';
import type { FiguresWire, LettersWire, ReplayResult, RuleWire, TrialWire } from '../contract.ts';
import type { Outcome, PlacedEpisode, Plan, Tally } from './run.ts';

/** What is told beside the outcome. */
export interface Told {
  readonly alarmId: number | null;
  readonly alarmName: string | null;
  readonly version: number | null;
  readonly consumerId: number;
  readonly timeZone: string;
  readonly energyUnit: string;
  /** Meters that were asked for; empty = those of the rule. */
  readonly ammeterIds: readonly number[];
  readonly linkages: readonly Linkage[];
}

/** Kinds of linkage that are letters: short message, mail, web hook, a group of people. */
const LETTERS: ReadonlySet<string> = new Set(['1', '2', '6', '7']);
const NIGHT = { from: 22, to: 6 };
const FIVE_MINUTES = 5 * MINUTE_MS;

const sentOf = (
  episodes: readonly PlacedEpisode[],
  level: string,
  { alarmId, consumerId, linkages }: Told,
): WouldSend[] =>
  wouldSend(episodes, { consumerId, level: level as EventLevel, eventId: alarmId ?? 0 }, linkages);

function figures(tally: Tally, level: string, { from, to }: Plan, told: Told): FiguresWire {
  const { raises, worstHour, floodMs } = figuresOf(tally.episodes.map(({ raisedAt }) => raisedAt));
  const letters = sentOf(tally.episodes, level, told)
    .filter(({ linkage }) => LETTERS.has(linkage.linkageType))
    .reduce((n, { sent }) => n + sent.length, 0);
  return {
    raises,
    raisesPerDay: (raises * DAY_MS) / (to - from),
    chattering: tally.chattering,
    kept: tally.kept,
    of: tally.of,
    letters,
    floodMinutes: Math.round(floodMs / MINUTE_MS),
    worstHour,
  };
}

function lettersOf(outcome: Outcome, level: string, told: Told): LettersWire[] {
  const zone = zoneOf(told.timeZone);
  const atNight = (at: number): boolean => {
    const { hour } = zone.local(at);
    return hour >= NIGHT.from || hour < NIGHT.to;
  };
  return sentOf(outcome.draft.episodes, level, told)
    .map(({ linkage, recipient, sent, skipped }) => ({
      linkageName: linkage.name,
      recipient,
      linkageType: linkage.linkageType,
      letters: sent.length,
      skipped,
      night: sent.filter(atNight).length,
    }))
    .toSorted((a, b) => b.letters - a.letters);
}

/** No object of its own: what a rule reads is the same on each. */
const NOWHERE: JudgedObject = { ammeterId: 0, siteId: null, stepMs: 0 };

const ruleWire = (one: RuleSettings): RuleWire => ({
  method: one.method,
  figure: one.figure?.of ?? null,
  code: one.code ?? (isOfPoints(one.method) ? '' : (codesOf(ruleOn(one, NOWHERE))[0] ?? '')),
  expression: one.expression ?? null,
  limit: one.params.limit ?? one.limit,
  deadBand: one.params.deadBand ?? one.deadBand ?? 0,
  onDelay: one.params.onDelay ?? one.onDelay,
  offDelay: one.params.offDelay ?? one.offDelay,
  level: one.level,
});

function worstHourBars(episodes: readonly PlacedEpisode[], worst: FiguresWire['worstHour']): number[] {
  if (!worst) return [];
  const bars = Array.from({ length: HOUR_MS / FIVE_MINUTES }, () => 0);
  for (const { raisedAt } of episodes) {
    const i = Math.floor((raisedAt - worst.at) / FIVE_MINUTES);
    if (i in bars) bars[i] = (bars[i] ?? 0) + 1;
  }
  return bars;
}

/** The outcome in the form in which it is kept and answered. */
export function resultOf(plan: Plan, outcome: Outcome, told: Told): ReplayResult {
  const { draft, inForce, from, to, matterMs } = plan;
  const own = ruleWire(draft);
  const of = figures(outcome.draft, draft.level, plan, told);
  const trials = bestFirst(outcome.trials).map((one): TrialWire => ({
    deadBandPercent: one.deadBandPercent,
    deadBand:
      own.limit === null || draft.method === 'limitSet' || isOfPoints(draft.method)
        ? null
        : Math.max(own.deadBand, Math.round(Math.abs(own.limit) * one.deadBandPercent * 100) / 10_000),
    delay: one.delayMs / 1000,
    raises: one.raises,
    chattering: one.chattering,
    kept: one.kept,
    of: one.of,
    later: one.laterMs / 1000,
  }));
  return {
    alarmName: told.alarmName,
    version: told.version,
    unit: own.figure
      ? figureUnit(own.figure, told.energyUnit)
      : dataCode(own.code)
        ? unitOfCode(own.code, told.energyUnit)
        : '',
    timeZone: told.timeZone,
    from,
    to,
    matterMinutes: matterMs / MINUTE_MS,
    ammeterIds: told.ammeterIds,
    draft: own,
    inForce: inForce && ruleWire(inForce),
    figures: {
      draft: of,
      inForce: inForce && outcome.inForce && figures(outcome.inForce, inForce.level, plan, told),
      proposed: outcome.proposed && figures(outcome.proposed, draft.level, plan, told),
    },
    trials,
    letters: lettersOf(outcome, draft.level, told),
    worstHour: worstHourBars(outcome.draft.episodes, of.worstHour),
    meters: outcome.meters.toSorted((a, b) => b.draft.raises - a.draft.raises || a.ammeterId - b.ammeterId),
  };
}
