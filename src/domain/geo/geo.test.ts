import { describe, expect, it } from 'vitest';
import { clustersOf, misplacedBy, standing } from './placed.ts';
import { boxAround, type MapPoint, project, ringsOf, widened } from './project.ts';
import { PROVINCE_OUTLINES } from './provinceOutlines.ts';

const inside = ({ x, y }: MapPoint, ring: readonly MapPoint[]): boolean =>
  ring.reduce((odd, a, i) => {
    const b = ring.at(i - 1) ?? a;
    return a.y > y !== b.y > y && x < ((b.x - a.x) * (y - a.y)) / (b.y - a.y) + a.x ? !odd : odd;
  }, false);

const provinceAt = (longitude: number, latitude: number): string[] =>
  PROVINCE_OUTLINES.filter(({ rings }) =>
    ringsOf(rings).some((ring) => inside(project({ longitude, latitude }), ring)),
  ).map(({ en }) => en);

const area = (ring: readonly MapPoint[]): number =>
  Math.abs(
    ring.reduce((sum, a, i) => sum + (ring.at(i - 1)?.x ?? 0) * a.y - a.x * (ring.at(i - 1)?.y ?? 0), 0),
  ) / 2;

describe('the map', () => {
  it('puts cities into their provinces, and each into one alone', () => {
    expect(provinceAt(118.18, 39.63)).toEqual(['Hebei']);
    expect(provinceAt(116.4, 39.9)).toEqual(['Beijing']);
    expect(provinceAt(120.15, 30.28)).toEqual(['Zhejiang']);
    expect(provinceAt(87.6, 43.8)).toEqual(['Xinjiang']);
    expect(provinceAt(121.55, 25.03)).toEqual(['Taiwan']);
    expect(provinceAt(110.3, 20.0)).toEqual(['Hainan']);
    expect(provinceAt(-100, 40)).toEqual([]);
  });

  it('has 34 provinces by their codes, and areas keep their sizes', () => {
    expect(new Set(PROVINCE_OUTLINES.map(({ code }) => code)).size).toBe(34);
    const km2 = (en: string): number => {
      const outline = PROVINCE_OUTLINES.find((one) => one.en === en);
      return ringsOf(outline?.rings ?? '')
        .map(area)
        .reduce((a, b) => a + b, 0);
    };
    // Statistical yearbook: Qinghai 722,000 km², Hubei 185,900 km².
    expect(km2('Qinghai') / 722_000).toBeCloseTo(1, 1);
    expect(km2('Hubei') / 185_900).toBeCloseTo(1, 1);
  });

  it('keeps distances near its middle', () => {
    const [a, b] = [project({ longitude: 105, latitude: 36 }), project({ longitude: 105, latitude: 37 })];
    expect(a).toEqual({ x: 0, y: 0 });
    expect(-b.y).toBeGreaterThan(109);
    expect(-b.y).toBeLessThan(114);
    expect(project({ longitude: 465, latitude: 36 }).x).toBeCloseTo(0, 6);
  });

  it('knows coordinates that are none', () => {
    expect(misplacedBy({ longitude: null, latitude: 39 })).toBe('none');
    expect(misplacedBy({ longitude: 118, latitude: null })).toBe('none');
    expect(misplacedBy({ longitude: 0, latitude: 0 })).toBe('zero');
    expect(misplacedBy({ longitude: 39.63, latitude: 90 })).toBe('swapped');
    expect(misplacedBy({ longitude: 0, latitude: 51.5 })).toBeNull();
    expect(misplacedBy({ longitude: 118.18, latitude: 39.63 })).toBeNull();
  });

  it('puts marks together that would lie on each other', () => {
    const points = [0, 3, 20].map((x, i) => ({ x, y: 0, id: i }));
    expect(clustersOf(points, 5).map(({ members }) => members.map(({ id }) => id))).toEqual([[0, 1], [2]]);
    expect(clustersOf(points, 5)[0]?.x).toBe(1.5);
    expect(clustersOf([], 5)).toEqual([]);
    expect(boxAround([])).toBeNull();
    expect(widened({ x: 4, y: 4, w: 0, h: 0 }, 0.2, 10)).toEqual({ x: -1, y: -1, w: 10, h: 10 });
  });

  it('shows of names that would cover each other the first', () => {
    const box = (x: number) => ({ x, y: 0, w: 10, h: 5 });
    expect(standing([box(0), box(5), box(12), box(10)])).toEqual([true, false, true, false]);
    expect(standing([box(0), { ...box(5), y: 5 }])).toEqual([true, true]);
  });
});
