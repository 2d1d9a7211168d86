import { ENERGY } from '#contract/energyType.ts';
import { INTERVAL } from '#contract/interval.ts';
import { id } from '#contract/param.ts';
import type { Text } from '#contract/text.ts';
import type { Route } from '#server/route.ts';
import type { AnalysisColumn, AnalysisFigure, AnalysisRow } from '#contract/analysis.ts';
import type { Finding } from '#feature/meters/analysisFrame/contract.ts';
import {
  type AnalysisContext,
  bucketLabel,
  defineAnalysis,
  flagsOf,
} from '#feature/meters/analysisFrame/server/public.ts';
import { outputIn, type SystemType } from '../domain/important.ts';
import { type KeySystem, pointsOf, systemsOf, type SystemPoint, totalOf } from './system.ts';

/** What the efficiency of a type of system is called, and in which unit. */
export const EFFICIENCY: Readonly<Record<SystemType, { label: Text; unit: string; output: Text }>> = {
  '1': { label: { zh: 'COP', en: 'COP' }, unit: '', output: { zh: '供冷量', en: 'Cold' } },
  '2': {
    label: { zh: '比功率', en: 'Specific power' },
    unit: 'kW/(m³/min)',
    output: { zh: '产气量', en: 'Compressed air' },
  },
};

/** Important analyses are about electricity and what it gives: no other energy is offered. */
export const onlyElectricity = ({ subject }: AnalysisContext) => ({
  subject: { ...subject, dataTypes: [ENERGY.electricity] },
});

export const NOTHING: Finding = { figures: [], columns: [], rows: [] };

/** Quality of a point: the worse covered of its two meters. */
function qualityOf(
  { expected, until }: AnalysisContext,
  { ts, end, power, given }: Pick<SystemPoint, 'ts' | 'end' | 'power' | 'given'>,
): Pick<AnalysisRow, 'coverage' | 'flags' | 'unfinished'> {
  const seconds = (Math.min(end, Math.max(ts, until)) - ts) / 1000;
  const covered = Math.min(power.coveredSeconds, given.coveredSeconds);
  return {
    coverage: seconds <= 0 ? null : Math.min(100, Math.floor((100 * covered) / seconds)),
    flags: flagsOf(power.flags | given.flags),
    ...(ts <= expected.now && end > until ? { unfinished: true } : {}),
  };
}

/** Quality of the points of several systems: the worst of them. */
function qualityOfAll(
  context: AnalysisContext,
  points: readonly SystemPoint[],
): Pick<AnalysisRow, 'coverage' | 'flags' | 'unfinished'> {
  const all = points.map((point) => qualityOf(context, point));
  const coverages = all.flatMap(({ coverage }) => coverage ?? []);
  return {
    coverage: coverages.length === 0 ? null : Math.min(...coverages),
    flags: [...new Set(all.flatMap(({ flags }) => flags))],
    ...(all.some(({ unfinished }) => unfinished) ? { unfinished: true } : {}),
  };
}

/** What several systems used and gave in the same bucket. */
interface JointPoint extends Pick<SystemPoint, 'at' | 'PP' | 'output' | 'efficiency'> {
  readonly points: readonly SystemPoint[];
}

/** Several systems as one, bucket by bucket: what those gave of which both sides are known, for what these used. */
function together(system: KeySystem, points: readonly SystemPoint[]): JointPoint[] {
  const byTime = new Map<number, SystemPoint[]>();
  for (const point of points) {
    const others = byTime.get(point.at);
    if (others) others.push(point);
    else byTime.set(point.at, [point]);
  }
  return [...byTime]
    .toSorted(([a], [b]) => a - b)
    .map(([at, list]) => {
      const [only, ...others] = list;
      const { PP, output, efficiency } = only && others.length === 0 ? only : totalOf(system, list);
      return { at, PP, output, efficiency, points: list };
    });
}

/** Efficiency over time: what went in, what came out, and their ratio. */
export const efficiencyAnalysis = (
  name: string,
  title: Text,
  permission: string,
  type: SystemType,
): readonly Route[] =>
  defineAnalysis({
    name,
    title,
    permission,
    intervals: [INTERVAL.hour, INTERVAL.quarter, INTERVAL.day, INTERVAL.month],
    more: { system: id().optional() },
    find: async (trx, query, { system }): Promise<Finding> => {
      const systems = await systemsOf(trx, query, type, system);
      const [first] = systems;
      if (!first) return { ...NOTHING, ...onlyElectricity(query) };
      // Systems that give different things cannot be one: those like the first count.
      const alike = systems.filter(({ outputType }) => outputType === first.outputType);
      const all: SystemPoint[] = [];
      for (const one of alike) all.push(...(await pointsOf(trx, query, one)));
      const points = together(first, all);
      const { label, unit, output } = EFFICIENCY[type];
      const columns: AnalysisColumn[] = [
        { key: 'time', label: { zh: '时间', en: 'Time' }, kind: 'clock' },
        { key: 'energy', label: { zh: '用电量', en: 'Electricity' }, kind: 'amount', unit: 'kWh' },
        { key: 'output', label: output, kind: 'amount', unit: first.outputUnit },
        { key: 'efficiency', label, kind: 'amount', unit },
      ];
      return {
        figures: figuresOf(query, alike, points, type),
        columns,
        rows: points.map((point): AnalysisRow => ({
          key: String(point.at),
          cells: {
            time: bucketLabel(query.zone, query.level, point.at),
            energy: point.PP,
            output: point.output,
            efficiency: point.efficiency,
          },
          ...qualityOfAll(query, point.points),
          ...(point.PP === null
            ? {}
            : {
                opens: {
                  level: query.level,
                  at: point.points[0]?.ts ?? point.at,
                  ...(alike.length === 1 ? { meter: first.powerMeterId } : {}),
                },
              }),
        })),
        ...onlyElectricity(query),
      };
    },
  });

function figuresOf(
  context: AnalysisContext,
  systems: readonly KeySystem[],
  points: readonly JointPoint[],
  type: SystemType,
): AnalysisFigure[] {
  const [first] = systems;
  if (!first) return [];
  const { label, unit, output } = EFFICIENCY[type];
  const total = totalOf(
    first,
    points.flatMap((point) => point.points),
  );
  const known = points.filter(
    (point): point is JointPoint & { efficiency: number } => point.efficiency !== null,
  );
  const by = (better: (a: number, b: number) => boolean) =>
    known.reduce<(typeof known)[number] | null>((best, one) => (!best || better(one.efficiency, best.efficiency) ? one : best), null); // prettier-ignore
  // Of COP more is better, of specific power less.
  const [best, worst] = type === '1' ? [by((a, b) => a > b), by((a, b) => a < b)] : [by((a, b) => a < b), by((a, b) => a > b)]; // prettier-ignore
  const at = (key: string, name: Text, point: typeof best): AnalysisFigure => {
    const text = point ? bucketLabel(context.zone, context.level, point.at) : '--';
    return {
      key,
      label: name,
      value: point && point.efficiency,
      kind: 'amount',
      unit,
      note: { zh: text, en: text },
    };
  };
  const who = systems.map((one) => one.name).join(', ');
  return [
    { key: 'efficiency', label, value: total.efficiency, kind: 'amount', unit, note: { zh: who, en: who } },
    {
      key: 'energy',
      label: { zh: '用电量', en: 'Electricity' },
      value: total.PP,
      kind: 'amount',
      unit: 'kWh',
    },
    { key: 'output', label: output, value: total.output, kind: 'amount', unit: first.outputUnit },
    ...(type === '2'
      ? [
          {
            key: 'perVolume',
            label: { zh: '气电比', en: 'Electricity per volume' },
            value: total.PP === null || !total.output ? null : total.PP / total.output,
            kind: 'amount',
            unit: 'kWh/m³',
          } as const,
        ]
      : []),
    at('best', { zh: '最好', en: 'Best' }, best),
    at('worst', { zh: '最差', en: 'Worst' }, worst),
  ];
}

/** Efficiencies of several systems side by side. */
export const compareAnalysis = (
  name: string,
  title: Text,
  permission: string,
  type: SystemType,
): readonly Route[] =>
  defineAnalysis({
    name,
    title,
    permission,
    intervals: [INTERVAL.hour, INTERVAL.quarter, INTERVAL.day, INTERVAL.month],
    find: async (trx, query): Promise<Finding> => {
      const systems = (await systemsOf(trx, query, type)).slice(0, MOST_SYSTEMS);
      if (systems.length === 0) return { ...NOTHING, ...onlyElectricity(query) };
      const all: SystemPoint[][] = [];
      for (const one of systems) all.push(await pointsOf(trx, query, one));
      const times = [...new Set(all.flat().map(({ at }) => at))].toSorted((a, b) => a - b);
      const { label, unit } = EFFICIENCY[type];
      return {
        figures: systems.map((system, i) => {
          const { efficiency, PP } = totalOf(system, all[i] ?? []);
          const text = PP === null ? '--' : `${PP.toLocaleString('en-US', { maximumFractionDigits: 1 })} kWh`;
          return {
            key: String(system.id),
            label: { zh: system.name, en: system.name },
            value: efficiency,
            kind: 'amount',
            unit,
            note: { zh: text, en: text },
          };
        }),
        columns: [
          { key: 'time', label: { zh: '时间', en: 'Time' }, kind: 'clock' },
          ...systems.map((system, i): AnalysisColumn => ({
            key: `v${i}`,
            label: { zh: `${system.name} ${label.zh}`, en: `${system.name} ${label.en}` },
            kind: 'amount',
            unit,
          })),
        ],
        rows: times.map((at): AnalysisRow => {
          const here = all.map((points) => points.find((point) => point.at === at));
          return {
            key: String(at),
            cells: {
              time: bucketLabel(query.zone, query.level, at),
              ...Object.fromEntries(here.map((point, i) => [`v${i}`, point?.efficiency ?? null])),
            },
            ...qualityOfAll(
              query,
              here.flatMap((point) => point ?? []),
            ),
          };
        }),
        ...onlyElectricity(query),
      };
    },
  });

/** So many are told apart in a chart. */
const MOST_SYSTEMS = 10;
const MOST_POINTS = 3000;

/** Each bucket of each system as a point: load against efficiency. */
export const scatterAnalysis = (
  name: string,
  title: Text,
  permission: string,
  type: SystemType,
): readonly Route[] =>
  defineAnalysis({
    name,
    title,
    permission,
    intervals: [INTERVAL.hour, INTERVAL.quarter, INTERVAL.day],
    find: async (trx, query): Promise<Finding> => {
      const systems = (await systemsOf(trx, query, type)).slice(0, MOST_SYSTEMS);
      const [first] = systems;
      if (!first) return { ...NOTHING, ...onlyElectricity(query) };
      const { label, unit, output } = EFFICIENCY[type];
      const rows: AnalysisRow[] = [];
      for (const system of systems)
        for (const point of await pointsOf(trx, query, system)) {
          const { PP, output: own, efficiency } = point;
          const given = own === null ? null : outputIn(own, system.outputType, first.outputType);
          if (efficiency === null || PP === null || given === null) continue;
          rows.push({
            key: `${system.id} ${point.ts}`,
            cells: {
              time: bucketLabel(query.zone, query.level, point.at),
              name: system.name,
              power: PP / point.hours,
              output: given / point.hours,
              efficiency,
            },
            ...qualityOf(query, point),
            opens: { level: query.level, at: point.ts, meter: system.powerMeterId },
          });
        }
      return {
        figures: [],
        columns: [
          { key: 'time', label: { zh: '时间', en: 'Time' }, kind: 'clock' },
          { key: 'name', label: { zh: '系统', en: 'System' }, kind: 'text' },
          { key: 'power', label: { zh: '平均功率', en: 'Mean power' }, kind: 'amount', unit: 'kW' },
          {
            key: 'output',
            label: { zh: `每小时${output.zh}`, en: `${output.en} in an hour` },
            kind: 'amount',
            unit: `${first.outputUnit}/h`,
          },
          { key: 'efficiency', label, kind: 'amount', unit },
        ],
        rows: rows.slice(-MOST_POINTS),
        ...onlyElectricity(query),
      };
    },
  });
