import { expect, it } from 'vitest';
import { digestAt, letterOf, shortOf, type Told } from './digest.ts';
import { quietUntil } from './plan.ts';

const told = (n: number, level = '3'): Told => ({
  name: `Load ${n}`,
  level,
  text: { zh: `负荷 ${n}`, en: `The load ${n} is high` },
  at: { month: 1, day: 5, hour: 7, minute: 3 },
});

it('one alarm is told as it is', () => {
  expect(letterOf([told(1)])).toEqual({
    subject: { zh: '告警：Load 1', en: 'Alarm: Load 1' },
    text: told(1).text,
  });
  expect(shortOf([told(1)])).toEqual(told(1).text);
});

it('several are one letter with the urgent first, and no longer than can be read', () => {
  const letter = letterOf([told(1), told(2, '2')]);
  expect(letter.subject).toEqual({ zh: '2 条告警', en: '2 alarms' });
  expect(letter.text.en).toBe(
    '2 alarms:\n01-05 07:03 Important The load 2 is high\n01-05 07:03 General The load 1 is high',
  );
  const many = letterOf(Array.from({ length: 53 }, (_, i) => told(i)));
  expect(many.text.zh.split('\n')).toHaveLength(52);
  expect(many.text.zh).toContain('另有 3 条');
  expect(shortOf(Array.from({ length: 500 }, (_, i) => told(i))).en).toHaveLength(300);
});

it('a flood is told every five minutes, never at once', () => {
  expect(digestAt(0)).toBe(300_000);
  expect(digestAt(299_999)).toBe(300_000);
  expect(digestAt(300_000)).toBe(600_000);
});

it('quiet hours end on the hour', () => {
  const at = { hour: 23, minute: 30, second: 20 };
  expect(quietUntil(at, 1_000_500, 6) - 1_000_000).toBe((6 * 3600 + 29 * 60 + 40) * 1000);
  expect(quietUntil({ hour: 5, minute: 59, second: 59 }, 1_000_000, 6)).toBe(1_001_000);
});
