import { curveKey, type Source, sourceKey } from '#contract/scene/binding.ts';
import type { Scene } from '#contract/scene/scene.ts';
import { codeIndex } from '#contract/dataCode.ts';
import { HOUR_MS } from '#domain/time/duration.ts';
import { gaugesOver } from '#feature/meters/reading/server/public.ts';
import type { Db } from '#server/database/db.ts';
import { MOST_POINTS, type ValuesAnswer } from '../contract.ts';
import type { SourceMeter } from './values.ts';

/** The curves of the trends of a scene up to an instant (ms); longer ones are thinned, their highest stay. */
export async function curvesOf(
  trx: Db,
  scene: Scene,
  meters: ReadonlyMap<number, SourceMeter>,
  at: number,
): Promise<ValuesAnswer['curves']> {
  const asked = new Map<string, { source: Extract<Source, { kind: 'item' }>; hours: number }>();
  for (const one of scene.elements) {
    if (one.type !== 'trend') continue;
    const { hours } = one;
    for (const { source } of one.bindings ?? []) {
      if (source.kind !== 'item' || !meters.has(source.ammeterId) || codeIndex(source.dataCode) < 0) continue;
      asked.set(curveKey(sourceKey(source), hours), { source, hours });
    }
  }
  const curves: { key: string; hours: number; points: [number, number | null][] }[] = [];
  for (const { source, hours } of asked.values()) {
    const window = { meterId: source.ammeterId, from: at - hours * HOUR_MS, to: at };
    const values = (await gaugesOver(trx, [window], [source.dataCode])).get(source.ammeterId) ?? [];
    const points = values.map(({ at: ts, values: one }): [number, number | null] => [
      ts,
      one[source.dataCode] ?? null,
    ]);
    curves.push({
      key: sourceKey(source),
      hours,
      points: withGaps(thinned(points), (meters.get(source.ammeterId)?.intervalSeconds ?? 0) * 3000),
    });
  }
  return curves;
}

function thinned(points: readonly [number, number | null][]): [number, number | null][] {
  const step = Math.ceil(points.length / MOST_POINTS);
  if (step <= 1) return [...points];
  const kept: [number, number | null][] = [];
  for (let i = 0; i < points.length; i += step) {
    const part = points.slice(i, i + step);
    kept.push(part.reduce((top, one) => ((one[1] ?? -Infinity) > (top[1] ?? -Infinity) ? one : top)));
  }
  return kept;
}

/** Where nothing came for longer than values hold, the curve is broken. */
function withGaps(points: readonly [number, number | null][], holdMs: number): [number, number | null][] {
  const longest = Math.max(
    holdMs,
    points.length > 1 ? (2 * ((points.at(-1)?.[0] ?? 0) - (points[0]?.[0] ?? 0))) / points.length : 0,
  );
  return points.flatMap((point, i): [number, number | null][] => {
    const before = points[i - 1];
    return before && point[0] - before[0] > longest ? [[before[0] + 1, null], point] : [point];
  });
}
