import { expect, it } from 'vitest';
import { PROCESS, type Process, processRefusal } from './process.ts';

const NAMES = ['untreated', 'confirmed', 'working', 'handled', 'ignored', 'closed'] as const;
/** Rows: from; columns: to. `-` the same, `.` allowed, `x` out of order (domain notes 9.2). */
const TABLE = ['-..x.x', 'x-...x', 'xx-.xx', 'xx.-x.', 'xxxx-.', 'xxxxx-'];

it.each(NAMES.flatMap((from) => NAMES.map((to) => [from, to] as const)))('%s → %s', (from, to) => {
  const expected = { '-': 'already', '.': null, x: 'order' }[
    TABLE[PROCESS[from]]?.charAt(PROCESS[to]) as '-' | '.' | 'x'
  ];
  expect(processRefusal(PROCESS[from] as Process, PROCESS[to], { text: 'pump seized', active: false })).toBe(
    expected,
  );
});

it('asks for words where something was found or nothing is done', () => {
  const confirm = (text: string) =>
    processRefusal(PROCESS.untreated, PROCESS.confirmed, { text, active: true });
  expect(confirm('  ')).toBe('text');
  expect(confirm('看')).toBeNull();
  expect(confirm('检'.repeat(300))).toBeNull();
  expect(confirm('检'.repeat(301))).toBe('textTooLong');
});

it('closes no record whose alarm still stands', () => {
  expect(processRefusal(PROCESS.handled, PROCESS.closed, { text: '', active: true })).toBe('stillActive');
});
