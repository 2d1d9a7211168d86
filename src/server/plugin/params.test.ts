import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { Fault } from '#contract/error.ts';
import { checkParams, dropEmpty, parseForm } from './params.ts';

describe('a form body', () => {
  it('becomes nested by its dots, repeated keys a list', () => {
    expect(parseForm('a.b=1&a.c=x%20y&d=1&d=2&d=3')).toEqual({ a: { b: '1', c: 'x y' }, d: ['1', '2', '3'] });
  });

  it('cannot reach a prototype', () => {
    parseForm('__proto__.polluted=1&constructor.prototype.polluted=1');
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });

  it('loses empty values', () => {
    expect(dropEmpty({ a: '', b: null, c: undefined, d: 0, e: false })).toEqual({ d: 0, e: false });
  });
});

describe('a parameter that does not fit', () => {
  const refusal = (params: unknown): Fault => {
    try {
      checkParams(
        z.object({ name: z.string().min(2).max(4), n: z.coerce.number().int().min(1).optional() }),
        params,
      );
    } catch (error) {
      if (error instanceof Fault) return error;
    }
    throw new Error('it was not refused');
  };

  it('is named, in both languages', () => {
    expect(refusal({})).toMatchObject({
      code: 400,
      field: 'name',
      text: { zh: 'name：必填', en: 'name: is required' },
    });
    expect(refusal({ name: 'a' }).text.zh).toBe('name：最少输入2个字符');
    expect(refusal({ name: 'abcde' }).text.zh).toBe('name：最多输入4个字符');
    expect(refusal({ name: 'abc', n: 'x' })).toMatchObject({ field: 'n' });
  });
});
