import type { Scene } from '#contract/scene/scene.ts';
import type { Levels, Positions } from './supply.ts';
import { switchesOf } from './supply.ts';
import { lookOf, positionOf, readBinding, type Values } from './told.ts';

/** Where the switches of a scene stand by what is told of them; those that nothing tells of are absent: they count as closed. */
export function positionsOf(scene: Pick<Scene, 'elements'>, values: Values, now: number): Positions {
  const positions = new Map<string, 'open' | 'closed' | null>();
  for (const one of switchesOf(scene)) {
    const range = positionOf(one);
    if (!range) continue;
    const look = lookOf(range.map, readBinding(range, values, now));
    positions.set(one.id, look === 'open' || look === 'closed' ? look : null);
  }
  return positions;
}

/** Voltages (kV) as levels, 1 the highest; beyond four the lowest share one. */
export function levelsOf(voltages: Levels): ReadonlyMap<string, 1 | 2 | 3 | 4> {
  const steps = [...new Set(voltages.values())].sort((a, b) => b - a);
  return new Map([...voltages].map(([id, kv]) => [id, Math.min(4, steps.indexOf(kv) + 1) as 1 | 2 | 3 | 4]));
}
