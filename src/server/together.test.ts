import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { Together } from './together.ts';

it('does alone what is asked for alone, and together what comes while a round runs', async () => {
  const rounds: number[][] = [];
  const double = new Together<number, number>(async (asked) => {
    rounds.push([...asked]);
    await sleep(5);
    return asked.map((n) => n * 2);
  });
  const first = double.ask(1);
  await sleep(1);
  expect(await Promise.all([first, ...[2, 3, 4].map((n) => double.ask(n))])).toEqual([2, 4, 6, 8]);
  expect(rounds).toEqual([[1], [2, 3, 4]]);
  const many = Array.from({ length: 150 }, (_, i) => i);
  expect(await Promise.all(many.map((n) => double.ask(n)))).toEqual(many.map((n) => n * 2));
  expect(rounds.slice(2).map((one) => one.length)).toEqual([64, 64, 22]);
});

it('keeps two of one key in two rounds, in their order', async () => {
  const seen: string[][] = [];
  const all = new Together<string, number>(
    async (asked) => {
      seen.push([...asked]);
      return asked.map(() => seen.length);
    },
    (asked) => asked[0],
  );
  expect(await Promise.all(['a1', 'b1', 'a2', 'a3'].map((one) => all.ask(one)))).toEqual([1, 1, 2, 3]);
});

it('fails nobody for another: a round that fails is done again one by one', async () => {
  let calls = 0;
  const root = new Together<number, number>(async (asked) => {
    calls++;
    if (asked.includes(13)) throw new Error('unlucky');
    return asked.map((n) => (n < 0 ? new Error('negative') : Math.sqrt(n)));
  });
  const answers = await Promise.allSettled([4, -1, 13, 9].map((n) => root.ask(n)));
  expect(answers.map((one) => (one.status === 'fulfilled' ? one.value : String(one.reason)))).toEqual([
    2,
    'Error: negative',
    'Error: unlucky',
    3,
  ]);
  expect(calls).toBe(5);
  expect(await root.ask(16)).toBe(4);
});
