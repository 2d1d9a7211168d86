import { describe, expect, it } from 'vitest';
import type { ParamType } from '#contract/workflow.ts';
import { readParams } from './param.ts';

const spec = (type: ParamType, required = false) => ({
  code: 'x',
  name: { zh: '甲', en: 'X' },
  type,
  options: ['one', 'two'],
  required,
});
const read = (type: ParamType, x: unknown, required = false) => readParams([spec(type, required)], { x });

describe('what is filled in', () => {
  it.each<[ParamType, unknown, string]>([
    ['text', ' a ', 'a'],
    ['integer', 12, '12'],
    ['decimal', '-1.5', '-1.5'],
    ['date', '2024-02-29', '2024-02-29'],
    ['choice', 'two', 'two'],
    ['flag', true, '1'],
  ])('is read: %s %j', (type, raw, value) => {
    expect(read(type, raw)).toEqual({ values: { x: value } });
  });

  it.each<[ParamType, unknown]>([
    ['text', 'a'.repeat(2001)],
    ['integer', '1.5'],
    ['decimal', '1e9'],
    ['date', '2023-02-29'],
    ['choice', 'three'],
    ['flag', 'maybe'],
  ])('is refused with the name of the field: %s', (type, raw) => {
    const reading = read(type, raw);
    expect(reading).toMatchObject({ field: 'x' });
    expect('problem' in reading && reading.problem.en).toMatch(/^X: must be/);
  });

  it('is required where it is, and nothing else is taken', () => {
    expect(read('text', {}, true)).toMatchObject({ field: 'x', problem: { en: 'X: is required' } });
    expect(read('text', '')).toEqual({ values: {} });
    expect(readParams([], { __proto__x: 1 })).toMatchObject({ field: '__proto__x' });
  });
});
