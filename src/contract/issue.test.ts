import { expect, it } from 'vitest';
import { resources } from '#resource/index.ts';
import type { Field } from './field.ts';
import { readField } from './issue.ts';

const fieldOfKind = new Map(
  resources.flatMap(({ fields }) =>
    Object.values<Field>(fields).map((field) => [field.kind, field] as const),
  ),
);
const ofKind = (kind: string): Field => fieldOfKind.get(kind as Field['kind']) as Field;

const OBJECTS: readonly unknown[] = [
  {},
  { toString: 'x' },
  { toString: null, valueOf: 1 },
  [{ toString: 'x' }],
  [['a']],
];

it.each([...fieldOfKind].filter(([kind]) => kind !== 'structure'))(
  'a field of kind %s that is sent as an object is refused with its sentence',
  (_kind, field) => {
    for (const raw of OBJECTS) expect(readField(field, raw)).toHaveProperty('problem');
  },
);

it.each(['constructor', '__proto__', 'hasOwnProperty'])(
  '%s, which every object has, is no yes or no and no choice',
  (raw) => {
    for (const kind of ['flag', 'choice', 'choices', 'date', 'dateTime'])
      expect(readField(ofKind(kind), raw)).toHaveProperty('problem');
  },
);

it('years that the database does not know are refused', () => {
  for (const raw of ['-000001-01-01', '0000-01-01', '+010000-01-01T00:00:00Z'])
    for (const kind of ['date', 'dateTime']) expect(readField(ofKind(kind), raw)).toHaveProperty('problem');
});

it('a time without its offset says nobody’s clock: it is refused, as a bare number and a day alone', () => {
  const read = (raw: unknown) => readField(ofKind('dateTime'), raw);
  for (const raw of [
    '2026-03-05 14:30',
    '2026-03-05',
    '3/5/2026 14:30',
    46_086.6,
    '46086.6',
    '2026-02-30T08:00Z',
  ])
    expect(read(raw), String(raw)).toHaveProperty('problem');
  for (const raw of ['2026-03-05T14:30:00+08:00', '2026-03-05 14:30+0800', '2026-03-05T06:30Z'])
    expect(read(raw), raw).toEqual({ value: '2026-03-05T06:30:00.000Z' });
});
