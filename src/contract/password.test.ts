import { describe, expect, it } from 'vitest';
import { passwordProblem } from './password.ts';

const words = ['wu.min', '吴敏', '华东特钢', 'li', '13800138000'];

describe('a new password', () => {
  it.each([
    'Meterhouse2026!',
    'my-M3T3R-h0u$e-key',
    'ＭＥＴＥＲＨＯＵＳＥ99',
    'wu.min is here',
    'xx-WU_MIN-xx1',
    '我是吴敏2026年',
    '华东特钢-12345',
    '+86 138-0013-8000',
  ])('is not built on a word of account or product: %s', (password) => {
    expect(passwordProblem(password, words)?.en).toMatch(/may not contain/);
  });

  it.each(['olive little lights', 'correct horse battery', 'a meter in a house', '特钢东华真好看啊'])(
    'is taken where it only looks alike: %s',
    (password) => {
      expect(passwordProblem(password, words)).toBeUndefined();
    },
  );

  it.each([
    ['12345678', /common/],
    ['aaaaaaaab', /common/],
    ['short', /At least/],
    ['x'.repeat(201), /At most/],
  ])('%s is refused with a sentence', (password, said) => {
    expect(passwordProblem(password, words)?.en).toMatch(said);
  });
});
