import { describe, expect, it } from 'vitest';
import { Zone } from '#domain/time/zone.ts';
import { instantBy, wallBy } from './instant.ts';

const shanghai = new Zone('Asia/Shanghai');
const newYork = new Zone('America/New_York');

describe('a time by the clock of a zone', () => {
  it.each([
    '2026-03-05 14:30',
    '2026/3/5 14:30:00',
    '2026年3月5日 14:30',
    '2026-03-05T14:30',
    '20260305 1430',
    '5-Mar-2026 2:30 PM',
    '２０２６－０３－０５　１４：３０',
    { wall: '2026-03-05T14:30:00', serial: 46_086.604_166_666_664 },
    46_086.604_166_666_664,
  ])('%j', (cell) => {
    expect(instantBy(shanghai, cell)).toBe('2026-03-05T06:30:00.000Z');
    expect(instantBy(newYork, cell)).toBe('2026-03-05T19:30:00.000Z');
  });

  it('a day alone is its midnight; years long ago are years', () => {
    expect(instantBy(shanghai, '2026-03-05')).toBe('2026-03-04T16:00:00.000Z');
    expect(instantBy(shanghai, '1995-03-05 08:00')).toBe('1995-03-05T00:00:00.000Z');
  });

  it.each([
    '2026-03-05T14:30:00+08:00',
    '2026-03-05 14:30 Z',
    '3/5/2026 14:30',
    '5-3-26 14:30',
    '14:30',
    '2026-03-05 14:30-15:00',
    '2026-13-05 14:30',
    '9999-12-31 00:00',
    '46086.6',
    { wall: '1899-12-30T14:30:00', serial: 0.604 },
    true,
  ])('%j is none, or says its own', (cell) => {
    expect(instantBy(shanghai, cell)).toBeNull();
  });

  it('is not looked for in a long text', () => {
    expect(instantBy(shanghai, `2026-03-05${' '.repeat(30_000)}14`)).toBeNull();
  });

  it('is written so that it is found again, or not at all', () => {
    const at = Date.parse('2026-03-05T06:30:15Z');
    expect(wallBy(shanghai, at)).toBe('2026-03-05T14:30:15');
    expect(wallBy(shanghai, at + 250)).toBeNull();
    // Half past one comes twice in New York; read again it is the first.
    expect(wallBy(newYork, Date.parse('2025-11-02T05:30:00Z'))).toBe('2025-11-02T01:30:00');
    expect(wallBy(newYork, Date.parse('2025-11-02T06:30:00Z'))).toBeNull();
    expect(wallBy(shanghai, Date.parse('0900-01-01T00:00:00Z'))).toBeNull();
  });
});
