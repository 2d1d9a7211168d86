// @vitest-environment jsdom
import { expect, test } from 'vitest';
import { findScreens, screensIn, soundOf } from './find.ts';
import type { MenuNode } from './menu.ts';

const page = (funCode: string, funName: string): MenuNode => ({
  funId: 1,
  funCode,
  funName,
  url: `/a/${funCode}`,
  className: null,
  iconName: null,
  place: null,
});
const screens = screensIn([
  { ...page('monitoring', '监测'), url: null, children: [page('overview', '总览'), page('alarm', '报警')] },
  { ...page('analysis', '用能分析'), url: null, children: [page('demand', '需量 Demand')] },
]);
const found = (text: string): string[] => findScreens(screens, text).map((screen) => screen.key);

test('a screen is found by name, code, pinyin and pinyin initials', () => {
  expect(found('总')).toEqual(['overview']);
  expect(found('zl')).toEqual(['overview']);
  expect(found('baojing')).toEqual(['alarm']);
  expect(found('demand')).toEqual(['demand']);
  expect(found('xl')).toEqual(['demand']);
  expect(found('nothing here')).toEqual([]);
});

test('pinyin of mixed names', () => {
  expect(soundOf('1# 电弧炉')).toContain('dianhulu');
});
