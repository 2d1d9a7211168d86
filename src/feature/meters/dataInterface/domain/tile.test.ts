import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bucketBounds, bucketStart } from '#domain/time/bucket.ts';
import { QUARTER_MS as QUARTER } from '#domain/time/duration.ts';
import { zoneOf } from '#domain/time/zone.ts';
import { runs } from '#test/runs.ts';
import { tilesOf } from './tile.ts';

describe('tiles of an interval', () => {
  it('cover it without gap or overlap, by whole buckets, in any zone', () => {
    const quarter = fc.integer({ min: Date.UTC(2019, 0) / QUARTER, max: Date.UTC(2023, 0) / QUARTER });
    const zone = fc.constantFrom('Asia/Shanghai', 'Europe/Berlin', 'America/St_Johns', 'Australia/Lord_Howe');
    fc.assert(
      fc.property(zone, quarter, quarter, (name, a, b) => {
        const [from, to] = [Math.min(a, b) * QUARTER, Math.max(a, b) * QUARTER];
        const at = zoneOf(name);
        let end = from;
        for (const tile of tilesOf(at, from, to)) {
          expect(tile.from).toBe(end);
          expect(bucketStart(at, tile.level, tile.from)).toBe(tile.from);
          expect(bucketBounds(at, tile.level, tile.from, tile.to).at(-1)).toBe(tile.to);
          end = tile.to;
        }
        expect(end).toBe(to);
      }),
      runs(200),
    );
  });

  it('need few rows for a long interval', () => {
    const zone = zoneOf('Asia/Shanghai');
    const from = Date.UTC(2025, 0, 31, 15, 45);
    const tiles = tilesOf(zone, from, Date.UTC(2026, 11, 31, 16));
    const rows = tiles.reduce((n, t) => n + bucketBounds(zone, t.level, t.from, t.to).length - 1, 0);
    expect(rows).toBe(1 + 11 + 1);
  });
});
