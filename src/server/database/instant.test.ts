import fc from 'fast-check';
import pg from 'pg';
import { expect, test } from 'vitest';
import { readInstant } from './instant.ts';

const TIMESTAMPTZ = 1184;
const slow = pg.types.getTypeParser(TIMESTAMPTZ, 'text') as (text: string) => Date;

test('an instant is read as it is written, with any number of digits', () => {
  const range = {
    min: new Date('0100-01-01T00:00:00Z'),
    max: new Date('9999-12-31T23:59:59.999Z'),
    noInvalidDate: true,
  };
  fc.assert(
    fc.property(
      fc.date(range),
      fc.integer({ min: 0, max: 999 }),
      fc.integer({ min: 0, max: 6 }),
      (at, micros, digits) => {
        const [date, time = ''] = at.toISOString().slice(0, -1).split('T');
        const [seconds = '', ms = ''] = time.split('.');
        const fraction = (ms + String(micros).padStart(3, '0')).slice(0, digits);
        const read = readInstant(`${date} ${seconds}${fraction && '.'}${fraction}+00`);
        const known = Number(fraction.slice(0, 3).padEnd(3, '0'));
        expect(read?.getTime()).toBe(Math.floor(at.getTime() / 1000) * 1000 + known);
      },
    ),
  );
});

test('what is written otherwise is left to the driver', () => {
  const others = [
    'infinity',
    '-infinity',
    '2026-01-31 23:59:59+08',
    '12026-01-31 23:59:59+00',
    '0044-03-15 12:00:00+00 BC',
    '0044-03-15 12:00:00+00',
  ];
  for (const text of others) expect(readInstant(text)).toBeNull();
  expect(readInstant('2026-01-31 23:59:59.5+00')).toEqual(slow('2026-01-31 23:59:59.5+00'));
});
