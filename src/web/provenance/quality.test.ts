import { expect, test } from 'vitest';
import { qualityOf } from './quality.ts';

test('the gravest thing alone is said of a figure', () => {
  expect(qualityOf(['measured', 'interpolated', 'conflict'])).toBe('conflict');
  expect(qualityOf(['measured'])).toBe(undefined);
});
