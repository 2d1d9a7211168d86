import { expect, it } from 'vitest';
import { Turns } from './turns.ts';

it('gives one turn at a time, urgent ones first, and goes on after a job that fails', async () => {
  const turns = new Turns();
  const told: string[] = [];
  let at = 0;
  const job = (name: string) => async (): Promise<void> => {
    expect(++at).toBe(1);
    told.push(name);
    await new Promise((resolve) => setTimeout(resolve, 2));
    at--;
    if (name === 'fails') throw new Error(name);
  };
  await Promise.all([
    turns.take(job('first')),
    expect(turns.take(job('fails'))).rejects.toThrow('fails'),
    turns.take(job('third')),
    turns.take(job('urgent'), true),
    turns.take(job('urgent too'), true),
  ]);
  expect(told).toEqual(['first', 'urgent', 'urgent too', 'fails', 'third']);
  void turns.take(job('last'));
  await turns.idle();
  expect(at).toBe(0);
});
