import * as z from 'zod';
import type { CostCode, EnergyCode } from '#contract/dataCode.ts';
import { id } from '#contract/param.ts';
import { microToNumber } from '#domain/decimal/decimal.ts';
import { recalculate } from '#feature/meters/recalculation/server/public.ts';
import { costsOver, trillionthsText } from '#feature/meters/reading/server/public.ts';
import { defineRoute } from '#server/route.ts';

/** A pair of the chart service: an energy and what it costs, made again from the readings and prices of an interval. */
const setPair = (name: string, energy: EnergyCode, cost: CostCode, zh: string, en: string) =>
  defineRoute({
    method: 'POST',
    path: `/api/sdata/chartService/${name}`,
    summary: { zh, en },
    permission: 'archive.ammeter.edit',
    params: z.object({ dataAmmeterId: id(), fromDt: z.string().max(25), toDt: z.string().max(25) }),
    example: { dataAmmeterId: 1, fromDt: '2026-01-01', toDt: '2026-01-31' },
    handler: async (call) => {
      const { dataAmmeterId, fromDt, toDt } = call.params;
      const { interval, ...effect } = await recalculate(call, dataAmmeterId, fromDt, toDt);
      const signed = [{ meterId: dataAmmeterId, sign: 1 as const }];
      const [sum] = interval.from < interval.to ? await costsOver(call.trx, signed, [interval]) : [];
      const exact = sum?.energies[energy] ?? null;
      const price = sum?.costs[cost] ?? null;
      return {
        ...effect,
        /** As they stood before. */
        [energy]: exact === null ? null : microToNumber(exact),
        [cost]: price === null ? null : Number(trillionthsText(price)),
      };
    },
  });

export const setPpCz = setPair('setPPCZ', 'PP', 'CZ', '重新计算电量与电费', 'Recalculate energy and cost');
export const setRpRcz = setPair('setRPRCZ', 'RP', 'RCZ', '重新计算反向电量与收入', 'Recalculate reverse energy and its credit'); // prettier-ignore
