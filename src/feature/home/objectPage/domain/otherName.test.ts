import { expect, test } from 'vitest';
import { otherName } from './otherName.ts';

test('the name in the other language stands in the remark; a sentence, a number or the same script is none', () => {
  expect(otherName('1# 电弧炉', 'Arc furnace 1')).toBe('Arc furnace 1');
  expect(otherName('Arc furnace 1', ' 1# 电弧炉 ')).toBe('1# 电弧炉');
  expect(otherName('Arc furnace 1', 'the old one')).toBeNull();
  expect(otherName('1# 电弧炉', '2026')).toBeNull();
  expect(otherName('1# 电弧炉', 'Mounted in March; see the protocol')).toBeNull();
  expect(otherName('1# 电弧炉', 'A remark that is far too long to be the name of a meter')).toBeNull();
  expect(otherName('1# 电弧炉', null)).toBeNull();
});
