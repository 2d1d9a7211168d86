import { expect, it } from 'vitest';
import { resources } from '#resource/index.ts';
import type { Field } from './field.ts';
import { readField } from './issue.ts';

const fieldOfKind = new Map(
  resources.flatMap(({ fields }) =>
    Object.values<Field>(fields).map((field) => [field.kind, field] as const),
  ),
);
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
