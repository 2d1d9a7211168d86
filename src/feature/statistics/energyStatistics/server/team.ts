import type { AnalysisColumn, AnalysisRow } from '#contract/analysis.ts';
import type { Finding } from '#feature/meters/analysisFrame/contract.ts';
import { defineAnalysis, numberOf } from '#feature/meters/analysisFrame/server/public.ts';
import { type Equivalent, kilograms } from '#feature/statistics/coefficient/server/public.ts';
import { energyTypeOf } from '#contract/energyType.ts';
import { INTERVAL } from '#contract/interval.ts';
import { groundOf } from './asked.ts';
import { comprehensive } from './comprehensive.ts';
import { joinedQuality, type Quality, told, uncounted } from './quality.ts';
import { qualityAt } from './row.ts';
import { shiftsOf } from './shiftSums.ts';

interface TeamSum {
  readonly energies: Map<string, bigint>;
  coal: bigint | null;
  carbon: bigint | null;
  worked: number;
  readonly qualities: Quality[];
}

const plus = (a: bigint | null, b: bigint | null | undefined): bigint | null =>
  b == null ? a : (a ?? 0n) + b;

/** By team: the crews of the shift plan, or its shifts where crews are not told, each with what ran in its hours. */
export const team = defineAnalysis({
  name: 'statisticsTeam',
  title: { zh: '班组统计', en: 'Statistics by team' },
  permission: 'SDNPowerStatistic.Team',
  intervals: [INTERVAL.day],
  find: async (trx, query): Promise<Finding> => {
    const ground = await groundOf(trx, query);
    const teams = new Map<string, TeamSum>();
    for (const { worked, covers } of await shiftsOf(trx, query, [...ground.meters.values()].flat())) {
      const over = worked.filter((one) => one.to <= query.until);
      const meters = new Map([...ground.meters].map(([type, list]) => [type, list.filter(covers)]));
      const found = await comprehensive(trx, ground, meters, over);
      for (const [i, one] of over.entries()) {
        const name = one.crew ?? one.shift;
        const sum = teams.get(name) ?? {
          energies: new Map<string, bigint>(),
          coal: null,
          carbon: null,
          worked: 0,
          qualities: [],
        };
        const equivalent: Partial<Equivalent> = found.totals[i] ?? {};
        sum.coal = plus(sum.coal, equivalent.coal);
        sum.carbon = plus(sum.carbon, equivalent.carbon);
        sum.worked++;
        sum.qualities.push(qualityAt(found, i, query));
        for (const { dataType, sums } of found.types) {
          const energy = sums[i]?.energy ?? null;
          if (energy !== null) sum.energies.set(dataType, (sum.energies.get(dataType) ?? 0n) + energy);
        }
        teams.set(name, sum);
      }
    }
    const whole = [...teams.values()].reduce((all, { coal }) => all + (coal ?? 0n), 0n);
    const ranked = [...teams].toSorted(([, a], [, b]) => Number((b.coal ?? -1n) - (a.coal ?? -1n)));
    const types = [...ground.meters.keys()];
    return {
      figures: ranked.slice(0, 6).map(([name, { coal, qualities }]) => ({
        key: name,
        label: { zh: name, en: name },
        value: kilograms(coal),
        kind: 'amount' as const,
        unit: 'kgce',
        ...told(joinedQuality(qualities)),
      })),
      columns: [
        { key: 'name', label: { zh: '班组', en: 'Team' }, kind: 'text' },
        { key: 'worked', label: { zh: '班次数', en: 'Shifts worked' }, kind: 'text' },
        ...types.map((type): AnalysisColumn => ({
          key: `e${type}`,
          kind: 'amount',
          label: energyTypeOf(type).label,
          unit: energyTypeOf(type).unit,
        })),
        { key: 'coal', label: { zh: '综合能耗', en: 'Comprehensive' }, kind: 'amount', unit: 'kgce' },
        { key: 'each', label: { zh: '每班能耗', en: 'For each shift' }, kind: 'amount', unit: 'kgce' },
        { key: 'carbon', label: { zh: '碳排放', en: 'Carbon' }, kind: 'amount', unit: 'kgCO2' },
        { key: 'share', label: { zh: '占比', en: 'Share' }, kind: 'share' },
      ],
      rows: ranked.map(([name, sum]): AnalysisRow => ({
        key: name,
        cells: {
          name,
          worked: sum.worked,
          ...Object.fromEntries(types.map((type) => [`e${type}`, numberOf(sum.energies.get(type) ?? null)])),
          coal: kilograms(sum.coal),
          each: sum.coal === null ? null : kilograms(sum.coal / BigInt(sum.worked)),
          carbon: kilograms(sum.carbon),
          share: sum.coal === null || whole === 0n ? null : Number(sum.coal) / Number(whole),
        },
        ...told(joinedQuality(sum.qualities)),
      })),
      notes: uncounted(ground),
    };
  },
});
