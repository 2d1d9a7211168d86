import * as z from 'zod';
import { INTERVAL } from '#contract/interval.ts';
import { FLAG } from '#contract/usageFlag.ts';
import { bucketBounds } from '#domain/time/bucket.ts';
import type { AnalysisColumn, AnalysisRow } from '#contract/analysis.ts';
import {
  bucketLabel,
  defineAnalysis,
  flagsOf,
  numberOf,
} from '#feature/meters/analysisFrame/server/public.ts';
import { type Part, partCourses, REST, wordsOf } from './parts.ts';
import { coursesOfWhole, isWhole } from './wholeCourses.ts';
import { CLASSES, rankedParts } from './partSums.ts';

/** So many parts are told apart in a chart; the others are one. */
const TOLD_APART = 8;

/** Class chart: the course of a range by the parts of the subject, the largest for themselves. */
export const classChart = defineAnalysis({
  name: 'class',
  title: { zh: '分类用能', en: 'Energy by class' },
  permission: 'SDNPowerAdmin.SDNPowerAnalysis',
  intervals: [INTERVAL.day, INTERVAL.hour, INTERVAL.month, INTERVAL.year],
  more: { classify: z.enum(CLASSES).default('part') },
  find: async (trx, query, { classify }) => {
    const { zone, level, range, subject, until, expected } = query;
    const { unit } = subject;
    const ranked = await rankedParts(trx, query, classify);
    const reported: readonly Part[] = ranked.slice(0, TOLD_APART);
    const rest = ranked.slice(TOLD_APART);
    const groups = [
      ...reported.map((part, i) => ({ key: `p${i}`, ...wordsOf(part.name), parts: [part] })),
      ...(rest.length > 0
        ? [{ key: 'rest', zh: `其他 ${rest.length} 项`, en: `${rest.length} others`, parts: rest }]
        : []),
    ];
    const bounds = bucketBounds(zone, level, range.from, range.to);
    const starts = bounds.slice(0, -1);
    const courses = isWhole(query, ranked)
      ? await coursesOfWhole(trx, query, reported, rest, starts)
      : await partCourses(
          trx,
          query,
          groups.map(({ parts }) => ({ signed: parts.flatMap((one) => one.signed) })),
          starts,
          true,
        );
    // A difference of which a part is missing is not known.
    const energyAt = (n: number, i: number): bigint | null => {
      const { energies = [], flagsOfEach = [] } = courses[n] ?? {};
      const lacks = groups[n]?.parts[0]?.key === REST && ((flagsOfEach[i] ?? 0) & FLAG.partial) !== 0;
      return lacks ? null : (energies[i] ?? null);
    };
    const rows = starts.map((ts, i): AnalysisRow => {
      const end = bounds[i + 1] ?? ts;
      return {
        key: String(ts),
        cells: {
          time: bucketLabel(zone, level, ts),
          ...Object.fromEntries(groups.map(({ key }, n) => [key, numberOf(energyAt(n, i))])),
        },
        coverage: null,
        flags: flagsOf(courses.reduce((all, one) => all | (one.flagsOfEach[i] ?? 0), 0)),
        ...(ts <= expected.now && end > until ? { unfinished: true } : {}),
      };
    });
    return {
      figures: ranked.slice(0, 3).map((part, i) => ({
        key: `top${i}`,
        label: { zh: `第 ${i + 1}`, en: `No. ${i + 1}` },
        value: numberOf(part.sum.energy),
        kind: 'amount' as const,
        unit,
        note: wordsOf(part.name),
      })),
      columns: [
        { key: 'time', label: { zh: '时间', en: 'Time' }, kind: 'clock' },
        ...groups.map(({ key, zh, en }): AnalysisColumn => ({
          key,
          label: { zh, en },
          kind: 'amount',
          unit,
        })),
      ],
      rows,
    };
  },
});
