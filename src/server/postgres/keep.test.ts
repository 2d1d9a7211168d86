import { expect, test } from 'vitest';
import { silent } from '../database/log.ts';
import { keepServer } from './keep.ts';
import type { RunningServer } from './server.ts';

/** A server that ends when it is told to. */
function mortal(pid: number): RunningServer & { die: (why: string) => void } {
  let die: (why: string) => void = () => {};
  const exited = new Promise<string>((resolve) => (die = resolve));
  return { pid, exited, die, stop: async () => die('stopped') };
}

test('one that ends is started again, also after tries in vain', async () => {
  const first = mortal(1);
  let tries = 0;
  const kept = await keepServer(async () => {
    tries++;
    if (tries === 1) return first;
    if (tries < 4) throw new Error('not yet');
    return mortal(tries);
  }, silent);
  first.die('killed');
  await expect.poll(() => kept.pid, { timeout: 10_000 }).toBe(4);
  await kept.stop();
});

test('one that cannot be started again is told of, with the reason', async () => {
  const first = mortal(1);
  let started = false;
  const kept = await keepServer(
    async () => {
      if (started) throw new Error('the folder is gone');
      started = true;
      return first;
    },
    silent,
    3,
  );
  first.die('killed');
  expect(await kept.died).toBe('the folder is gone');
  await kept.stop();
});

test('one that ends again and again at once is given up', async () => {
  const kept = await keepServer(
    async () => {
      const server = mortal(1);
      setTimeout(() => server.die('out of memory'), 10);
      return server;
    },
    silent,
    4,
  );
  expect(await kept.died).toBe('it ends again and again');
});

test('a stop while it is being started ends that one too', async () => {
  const first = mortal(1);
  const second = mortal(2);
  let ended = false;
  void second.exited.then(() => (ended = true));
  let started = false;
  const kept = await keepServer(async () => {
    if (!started) {
      started = true;
      return first;
    }
    await new Promise((resolve) => setTimeout(resolve, 500));
    return second;
  }, silent);
  first.die('killed');
  await new Promise((resolve) => setTimeout(resolve, 400));
  await kept.stop();
  await expect.poll(() => ended).toBe(true);
});
