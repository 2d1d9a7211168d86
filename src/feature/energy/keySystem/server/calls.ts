import * as z from 'zod';
import { ENERGY } from '#contract/energyType.ts';
import { badInput, forbidden } from '#contract/error.ts';
import { INTERVAL } from '#contract/interval.ts';
import { id } from '#contract/param.ts';
import { DAY_MS } from '#domain/time/duration.ts';
import { defineRoute, type Route } from '#server/route.ts';
import { analysisContextOf, bucketLabel } from '#feature/meters/analysisFrame/server/public.ts';
import { compareAnalysis, EFFICIENCY, efficiencyAnalysis, scatterAnalysis } from './efficiency.ts';
import { monitorAnalysis, watch } from './monitor.ts';
import { pointsOf, systemsOf, totalOf } from './system.ts';

/** Means of a moment by data code; null where nothing is known. */
interface CodedPoint {
  readonly dt: string;
  readonly [code: string]: string | number | null;
}

/** Type codes of the specification: what each is about, and the screen whose right it needs. */
const TYPES = {
  ZL: { type: '1', funCode: 'SDNPowerAdmin.AirCtrlEfficiencyAnalysis' },
  K011: { type: '1', funCode: 'SDNPowerAdmin.AirCtrlDataCompare' },
  KY: { type: '2', funCode: 'SDNPowerAdmin.AirZipEfficiencyAnalysis' },
  Q011: { type: '2', funCode: 'SDNPowerAdmin.AirZipDataMonitor' },
} as const;

const getData = defineRoute({
  method: 'GET',
  path: '/api/analysis/importantAnalysis/getData',
  summary: {
    zh: '重点分析：ZL 空调效率、K011 空调对比、KY 空压效率、Q011 空压监测',
    en: 'Important analyses: ZL and K011 air conditioning, KY and Q011 air compression',
  },
  permission: null,
  why: 'asked',
  params: z.object({
    typeCode: z.enum(['ZL', 'K011', 'KY', 'Q011']),
    orgId: id(),
    beginDate: z.iso.date().optional(),
    endDate: z.iso.date().optional(),
    interval: z.enum([INTERVAL.hour, INTERVAL.quarter, INTERVAL.day, INTERVAL.month]).default(INTERVAL.hour),
    /** kW; points below are left out. */
    minPower: z.coerce.number().min(0).max(1e9).optional(),
  }),
  example: { typeCode: 'ZL', orgId: 1001 },
  handler: async ({ trx, caller, params }) => {
    const { typeCode, orgId, beginDate, endDate, interval, minPower } = params;
    const { type, funCode } = TYPES[typeCode];
    if (!caller.funCodes.has(funCode)) throw forbidden();
    const question = { orgId, dataType: ENERGY.electricity, interval, begin: beginDate, end: endDate };
    const context = await analysisContextOf(trx, question, Date.now());
    const systems = await systemsOf(trx, context, type);
    if (typeCode === 'Q011' && context.range.to - context.range.from > 32 * DAY_MS)
      throw badInput({ zh: '监测数据最多查看一个月', en: 'Monitoring data: one month at most' }, 'endDate');
    const list = [];
    for (const system of systems) {
      const head = { systemId: system.id, name: system.name, outputUnit: system.outputUnit };
      if (typeCode === 'Q011') {
        const { points, values } = await watch(trx, context, system, context.range);
        list.push({
          ...head,
          list: points.map(({ from }, i): CodedPoint => ({
            dt: bucketLabel(context.zone, 1, from),
            ...Object.fromEntries(values.map(({ code, means }) => [code, means[i] ?? null])),
          })),
        });
        continue;
      }
      const points = await pointsOf(trx, context, system, minPower ?? system.minPower);
      list.push({
        ...head,
        minPower: minPower ?? system.minPower,
        total: totalOf(system, points),
        list: points.map(({ at, PP, output, efficiency }) => ({
          dt: bucketLabel(context.zone, context.level, at),
          ...(PP === null ? {} : { PP }),
          output,
          efficiency,
        })),
      });
    }
    const { label, unit } = EFFICIENCY[type];
    return { typeCode, efficiency: label, efficiencyUnit: unit, systems: list };
  },
});

/** The important analyses with their screens (specification 3 sections 2 and 7). */
export const important: readonly Route[] = [
  getData,
  ...efficiencyAnalysis('airCtrlEfficiency', { zh: '空调能效分析', en: 'Air conditioning efficiency' }, 'SDNPowerAdmin.AirCtrlEfficiencyAnalysis', '1'), // prettier-ignore
  ...compareAnalysis('airCtrlCompare', { zh: '空调数据对比', en: 'Air conditioning compared' }, 'SDNPowerAdmin.AirCtrlDataCompare', '1'), // prettier-ignore
  ...scatterAnalysis('airCtrlScatter', { zh: '空调数据散点', en: 'Air conditioning scatter' }, 'SDNPowerAdmin.AirCtrlDataScatter', '1'), // prettier-ignore
  ...monitorAnalysis('airCtrlMonitor', { zh: '空调数据监测', en: 'Air conditioning monitor' }, 'SDNPowerAdmin.AirCtrlDataMonitor', '1'), // prettier-ignore
  ...efficiencyAnalysis('airZipEfficiency', { zh: '空压能效分析', en: 'Compressor efficiency' }, 'SDNPowerAdmin.AirZipEfficiencyAnalysis', '2'), // prettier-ignore
  ...monitorAnalysis('airZipMonitor', { zh: '空压数据监测', en: 'Compressor monitor' }, 'SDNPowerAdmin.AirZipDataMonitor', '2'), // prettier-ignore
];
