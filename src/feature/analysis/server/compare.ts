import * as z from 'zod';
import { badInput } from '#contract/error.ts';
import { wordList } from '#contract/param.ts';
import { periodOf } from '#feature/overview/domain/period.ts';
import { askAbout } from '#feature/overview/server/public.ts';
import { type SignedMeter, type SumBucket, usageSum } from '#feature/reading/server/public.ts';
import type { Db } from '#server/database/db.ts';
import type { AnalysisColumn, AnalysisFigure, Finding } from '../contract.ts';
import { addDays } from '../domain/range.ts';
import type { AskedAnalysis } from './ask.ts';
import { defineAnalysis } from './defineAnalysis.ts';
import { bucketLabel, numberOf, rowOf } from './series.ts';

/** So many are told apart in a chart. */
const MOST = 10;

/** One line of a comparison: an object over the range, or the subject over another range. */
interface Line {
  readonly key: string;
  readonly name: string;
  readonly unit: string;
  readonly buckets: readonly SumBucket[];
}

const OBJECT = /^([om])(\d{1,9})$/;

async function objectLines(trx: Db, asked: AskedAnalysis, keys: readonly string[]): Promise<Line[]> {
  const { level, range, expected } = asked;
  const lines: Line[] = [];
  for (const key of new Set(keys)) {
    const match = OBJECT.exec(key);
    if (!match)
      throw badInput({ zh: `对象 ${key} 无法识别`, en: `The object ${key} is not known` }, 'objects');
    const id = Number(match[2]);
    const dataType = asked.subject.dataType;
    const { subject, signed } = await askAbout(
      trx,
      match[1] === 'o' ? { orgId: id, dataType } : { dataAmmeterId: id },
      expected.now,
    );
    const buckets = await usageSum(trx, signed, level, range.from, range.to);
    lines.push({ key, name: subject.name, unit: subject.unit, buckets });
  }
  return lines;
}

async function periodLines(
  trx: Db,
  { zone, level, question, signed, subject }: AskedAnalysis,
  begins: readonly string[],
): Promise<Line[]> {
  const days = Math.round((Date.parse(question.end) - Date.parse(question.begin)) / 86_400_000);
  const lines: Line[] = [];
  for (const begin of new Set(begins)) {
    if (!z.iso.date().safeParse(begin).success)
      throw badInput({ zh: `时段 ${begin} 不是日期`, en: `The period ${begin} is not a date` }, 'periods');
    const end = addDays(begin, days);
    const from = periodOf(zone, 'day', begin).from;
    const to = periodOf(zone, 'day', end).to;
    const buckets = await usageSum(trx, signed as readonly SignedMeter[], level, from, to);
    lines.push({ key: begin, name: `${begin} – ${end}`, unit: subject.unit, buckets });
  }
  return lines;
}

/** Total, mean, highest and lowest of a line, as columns of one figure each. */
function figureOf({ key, name, unit, buckets }: Line): AnalysisFigure {
  const known = buckets.flatMap(({ energy }) => (energy === null ? [] : [energy]));
  const total = known.length === 0 ? null : known.reduce((sum, one) => sum + one, 0n);
  const mean = total === null ? null : Number(total) / 1e6 / known.length;
  const text = mean === null ? '--' : mean.toLocaleString('en-US', { maximumFractionDigits: 2 });
  return {
    key,
    label: { zh: name, en: name },
    value: numberOf(total),
    kind: 'amount',
    unit,
    note: { zh: `平均 ${text}`, en: `mean ${text}` },
  };
}

/** Comparison of objects over one range, or of ranges of one object (specification 3 sections 3, 5 and 7). */
export const compare = defineAnalysis({
  name: 'compare',
  title: { zh: '对比分析', en: 'Comparison' },
  permission: 'SDNPowerAdmin.SDNCompareAnalysis',
  intervals: ['301', '201', '501', '601'],
  more: {
    /** 1 objects, 2 periods. */
    type: z.enum(['1', '2']).default('1'),
    /** Objects to compare: `o1001` organisations, `m12` meters. */
    objects: wordList().optional(),
    /** First dates of the periods to compare; each is as long as the range. */
    periods: wordList().optional(),
  },
  example: { objects: 'o1001' },
  find: async (trx, asked, { type, objects = [], periods = [] }): Promise<Finding> => {
    const chosen = type === '1' ? objects : periods;
    if (chosen.length === 0)
      throw type === '1'
        ? badInput({ zh: '请选择对比对象', en: 'please choose comparison objects' }, 'objects')
        : badInput({ zh: '请选择对比时间', en: 'please choose comparison time' }, 'periods');
    if (chosen.length > MOST)
      throw badInput(
        { zh: `最多对比 ${MOST} 项`, en: `At most ${MOST} can be compared` },
        type === '1' ? 'objects' : 'periods',
      );
    const lines =
      type === '1' ? await objectLines(trx, asked, objects) : await periodLines(trx, asked, periods);
    const [first] = lines;
    const length = Math.max(...lines.map((line) => line.buckets.length));
    const rows = Array.from({ length }, (_row, i) => {
      const lead = lines.find((line) => line.buckets[i])?.buckets[i] as SumBucket;
      const cells = Object.fromEntries(
        lines.map((line, n) => [`v${n}`, numberOf(line.buckets[i]?.energy ?? null)]),
      );
      const row = rowOf(asked, lead, cells);
      const { opens: _opens, ...plain } = row;
      return type === '1' ? plain : { ...plain, cells: { ...row.cells, time: placeOf(asked, lead, i) } };
    });
    return {
      figures: lines.map(figureOf),
      columns: [
        { key: 'time', label: { zh: '时间', en: 'Time' }, kind: 'clock' },
        ...lines.map(({ name, unit }, n): AnalysisColumn => ({
          key: `v${n}`,
          label: { zh: name, en: name },
          kind: 'amount',
          unit: unit || (first?.unit ?? ''),
        })),
      ],
      rows,
    };
  },
});

/** The place of a bucket in its period: the periods share no dates. */
function placeOf({ zone, level }: AskedAnalysis, { ts }: SumBucket, i: number): string {
  const day = Math.floor(i / (level === 2 ? 24 : 1)) + 1;
  return level === 2 ? `D${day} ${bucketLabel(zone, 2, ts).slice(11)}` : `#${i + 1}`;
}
