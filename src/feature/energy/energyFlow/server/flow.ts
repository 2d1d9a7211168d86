import { INTERVAL } from '#contract/interval.ts';
import { sumOf } from '#domain/decimal/sum.ts';
import type { AnalysisRow } from '#contract/analysis.ts';
import { defineAnalysis } from '#feature/meters/analysisFrame/server/public.ts';
import type { EnergyNode } from '#feature/meters/subject/contract.ts';
import { energyTreeOf } from '#feature/meters/subject/server/public.ts';

/** Energy flow: where the energy of the subject went, down the meter tree, and what is not metered below. */
export const flow = defineAnalysis({
  name: 'flow',
  title: { zh: '能流分析', en: 'Energy flow' },
  permission: 'SDNPowerAdmin.SDNPowerFlowPage',
  intervals: [INTERVAL.day, INTERVAL.month, INTERVAL.year],
  find: async (trx, query) => {
    const { range, subject } = query;
    const { unit } = subject;
    const found = await energyTreeOf(trx, query, range);
    const whole = found.tree?.pP ?? null;
    const rows: AnalysisRow[] = [];
    const add = (node: EnergyNode): void => {
      rows.push({
        key: node.name,
        cells: {
          level: node.level,
          name: `${'\u3000'.repeat(node.level)}${node.orgName}`,
          energy: node.pP === null ? null : node.pP * node.sign,
          share: node.pP === null || !whole ? null : (node.pP * node.sign) / whole,
          rest: node.rest,
        },
        coverage: node.coverage,
        flags: node.flags,
        ...(node.dataAmmeterId === null ? {} : { object: { dataAmmeterId: node.dataAmmeterId } }),
      });
      for (const child of node.children) add(child);
    };
    if (found.tree) add(found.tree);
    return {
      figures: [
        { key: 'total', label: { zh: '累计', en: 'Total' }, value: whole, kind: 'amount', unit },
        {
          key: 'rest',
          label: { zh: '未计量', en: 'Not metered below' },
          value: unmetered(found.tree),
          kind: 'amount',
          unit,
        },
      ],
      columns: [
        { key: 'name', label: { zh: '对象', en: 'Object' }, kind: 'text' },
        { key: 'energy', label: { zh: '用能量', en: 'Energy' }, kind: 'amount', unit },
        { key: 'share', label: { zh: '占比', en: 'Share' }, kind: 'share' },
        { key: 'rest', label: { zh: '未计量', en: 'Not metered below' }, kind: 'amount', unit },
      ],
      rows,
      tree: found,
    };
  },
});

/**
 * What the meters below leave open, over the whole tree: of what is taken off nothing is the subject's, so what is open
 * of it is taken off too. Null where nothing of it is known.
 */
function unmetered(node: EnergyNode | null, above: 1 | -1 = 1): number | null {
  if (!node) return null;
  const sign = above * node.sign;
  return sumOf([
    node.rest === null ? null : sign * node.rest,
    ...node.children.map((child) => unmetered(child, sign < 0 ? -1 : 1)),
  ]);
}
