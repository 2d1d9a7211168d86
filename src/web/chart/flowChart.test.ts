import { describe, expect, test } from 'vitest';
import type { EnergyNode } from '#feature/meters/subject/contract.ts';
import { flowChart, meterOfNode, type SayChart } from './flowChart.ts';

const t: SayChart = (key) => key;

describe('flow', () => {
  const node = (
    name: string,
    pP: number | null,
    children: EnergyNode[] = [],
    rest: number | null = null,
  ): EnergyNode => ({
    name,
    orgName: name,
    orgId: null,
    dataAmmeterId: name.length,
    sign: 1,
    level: 0,
    pP,
    value: pP,
    coverage: 100,
    flags: [],
    compared: null,
    rest,
    children,
  });
  const tree = (children: EnergyNode[]) => ({
    unit: 'kWh',
    from: 0,
    to: 1,
    tree: node('All', 100, children),
  });

  test('it begins with the supplies, what is not sub-metered is an end of its own', () => {
    const chart = flowChart(
      tree([node('Main', 80, [node('A', 60), node('B', 15)], 5), node('Sun', 20)]),
      'F',
      t,
    );
    expect(chart?.flows).toEqual([
      { from: 'Main', to: 'A', value: 60 },
      { from: 'Main', to: 'B', value: 15 },
      { from: 'Main', to: 'Main ?', value: 5 },
      { from: 'Sun', to: 'Sun ?', value: 20 },
    ]);
    const colors = Object.fromEntries((chart?.nodes ?? []).map(({ id, color }) => [id, color]));
    // A colour for each level; what is not metered is grey.
    expect(colors['Sun']).toEqual(colors['Main']);
    expect(colors['A']).toEqual(colors['B']);
    expect(colors['A']).not.toEqual(colors['Main']);
    expect(colors['Main ?']).toBe('text3');
  });

  test('small ends are drawn as one; meters without data are left out', () => {
    const chart = flowChart(
      tree([node('Main', 100, [node('A', 97), node('b', 1), node('c', 1.5), node('d', null)])]),
      'F',
      t,
    );
    expect(chart?.flows).toEqual([
      { from: 'Main', to: 'A', value: 97 },
      { from: 'Main', to: 'Main …', value: 2.5 },
    ]);
  });

  test('without meters below, the node itself begins; nothing flows where nothing is known', () => {
    expect(flowChart(tree([node('A', 70), node('BB', 30)]), 'F', t)?.nodes.map((one) => one.id)).toEqual([
      'All',
      'A',
      'BB',
    ]);
    expect(flowChart(tree([node('A', null)]), 'F', t)).toBe(null);
    expect(flowChart({ unit: 'kWh', from: 0, to: 1, tree: null }, 'F', t)).toBe(null);
  });

  test('a node leads to its meter', () => {
    const { tree: root } = tree([node('Main', 80, [node('A', 60)])]);
    expect(meterOfNode(root, 'Main')).toBe(4);
    expect(meterOfNode(root, 'A')).toBe(1);
    expect(meterOfNode(root, 'Main ?')).toBe(null);
  });
});
