import { boxAround, type MapBox, type MapPoint, ringsOf } from '#domain/geo/project.ts';
import { PROVINCE_OUTLINES } from '#domain/geo/provinceOutlines.ts';

const drawn = PROVINCE_OUTLINES.map(({ code, zh, en, rings }) => ({ code, zh, en, rings: ringsOf(rings) }));

/** Where the name of a province stands: the middle of its largest ring by area, and how wide that is, km. */
function middleOf(rings: readonly (readonly MapPoint[])[]): MapPoint & { readonly wide: number } {
  let best = { area: 0, x: 0, y: 0, wide: 0 };
  for (const ring of rings) {
    let [area, x, y] = [0, 0, 0];
    ring.forEach((a, i) => {
      const b = ring.at(i - 1) ?? a;
      const cross = b.x * a.y - a.x * b.y;
      area += cross / 2;
      x += ((a.x + b.x) * cross) / 6;
      y += ((a.y + b.y) * cross) / 6;
    });
    if (Math.abs(area) > Math.abs(best.area))
      best = { area, x: x / area, y: y / area, wide: boxAround(ring)?.w ?? 0 };
  }
  return best;
}

/** The provinces as paths, km. */
export const PROVINCES = drawn.map(({ rings, ...name }) => ({
  ...name,
  middle: middleOf(rings),
  path: rings
    .map((ring) => `M${ring.map(({ x, y }) => `${x.toFixed(1)} ${y.toFixed(1)}`).join('L')}Z`)
    .join(''),
}));

/** All of the map. */
export const WHOLE: MapBox = boxAround(drawn.flatMap(({ rings }) => rings.flat())) ?? {
  x: 0,
  y: 0,
  w: 1,
  h: 1,
};
