import { describe, expect, it } from 'vitest';
import { optionsOf, readExtend } from './extend.ts';
import type { ExtendField } from './extend.ts';

const field = (kind: ExtendField['kind'], more: Partial<ExtendField> = {}): ExtendField => ({
  name: 'x',
  kind,
  options: ['干式', '油浸'],
  required: false,
  ...more,
});

describe('further fields', () => {
  it('keeps values by their kind', () => {
    expect(readExtend(field('number'), ' 1,250 ')).toEqual({ value: '1250' });
    expect(readExtend(field('number'), 12.5)).toEqual({ value: '12.5' });
    expect(readExtend(field('date'), '2026/2/3')).toEqual({ value: '2026-02-03' });
    expect(readExtend(field('choice'), '干式')).toEqual({ value: '干式' });
    expect(readExtend(field('flag'), true)).toEqual({ value: '1' });
    expect(readExtend(field('text'), '')).toEqual({ value: null });
  });

  it('refuses what does not fit, in a sentence', () => {
    for (const [kind, raw] of [
      ['number', '12 kVA'],
      ['date', '2026-02-30'],
      ['choice', '水冷'],
      ['flag', 'perhaps'],
      ['text', 'x'.repeat(256)],
      ['text', {}],
    ] as const)
      expect(readExtend(field(kind), raw), kind).toHaveProperty('problem');
    expect(readExtend(field('text', { required: true }), ' ')).toMatchObject({
      problem: { en: 'is required' },
    });
  });

  it('reads options with any comma', () => {
    expect(optionsOf('干式, 油浸自冷，油浸风冷')).toEqual(['干式', '油浸自冷', '油浸风冷']);
    expect(optionsOf(null)).toEqual([]);
  });
});
