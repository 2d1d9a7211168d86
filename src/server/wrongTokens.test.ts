import { expect, it } from 'vitest';
import { WrongTokens } from './wrongTokens.ts';

const here = '198.51.100.7';

function opened(issued: readonly string[] = [], usedAtOnce = false) {
  const clock = { now: 1_000_000 };
  let query = 0;
  const tokens = new WrongTokens(
    async () => {
      query++;
      return issued;
    },
    () => clock.now,
    { usedAtOnce },
  );
  const guess = async (hash: string, address = here): Promise<number> => {
    const wait = await tokens.admit({ address, hash });
    if (wait === 0) tokens.wrong({ address, hash });
    return wait;
  };
  return { tokens, clock, guess, asked: () => query };
}

it('lets twenty wrong tokens through, then one after each wait, which grows to a minute', async () => {
  const { guess, clock } = opened();
  for (let i = 0; i < 20; i++) expect(await guess(`g${i}`)).toBe(0);
  const waits: number[] = [];
  for (let i = 0; i < 9; i++) {
    expect(await guess(`h${i}`)).toBe(0);
    const wait = await guess('again');
    waits.push(wait);
    clock.now += wait * 1000;
  }
  expect(waits).toEqual([1, 2, 4, 8, 16, 32, 60, 60, 60]);
});

it('counts a try before it is looked at: parallel guesses do not outrun the count', async () => {
  const { tokens } = opened();
  const waits = await Promise.all(
    Array.from({ length: 200 }, (_, i) => tokens.admit({ address: here, hash: `g${i}` })),
  );
  expect(waits.filter((wait) => wait === 0)).toHaveLength(21);
  expect(tokens.refused).toBe(179);
});

it('lets a token pass that was issued, whatever others do from the same address', async () => {
  const { tokens, guess, asked: query, clock } = opened(['good', 'other']);
  for (let i = 0; i < 500; i++) await guess(`g${i}`);
  for (const hash of ['good', 'other', 'good']) {
    expect(await tokens.admit({ address: here, hash })).toBe(0);
    tokens.right({ address: here, hash });
  }
  expect(await guess('wrong')).toBeGreaterThan(0);
  // The flood asks for the list of tokens once in two seconds, not once a guess.
  expect(query()).toBe(1);
  clock.now += 2001;
  await guess('wrong');
  expect(query()).toBeLessThanOrEqual(2);
});

it('holds back one address and no other, a whole IPv6 network as one', async () => {
  const { guess } = opened();
  for (let i = 0; i < 21; i++) await guess(`g${i}`, `2001:db8:1:2::${i}`);
  expect(await guess('g', '2001:db8:1:2:ffff::1')).toBeGreaterThan(0);
  expect(await guess('g', '2001:db8:1:3::1')).toBe(0);
  expect(await guess('g', here)).toBe(0);
});

it('holds back a subscriber of IPv6 who changes networks, and the next subscriber not', async () => {
  const { guess } = opened();
  for (let i = 0; i < 81; i++) expect(await guess(`g${i}`, `2001:db8:1:${i}::1`)).toBe(0);
  expect(await guess('g', '2001:db8:1:ffff::1')).toBeGreaterThan(0);
  expect(await guess('g', '2001:db8:2:1::1')).toBe(0);
});

it('lets a token pass that was issued just now, and a flood asks for them a few times a second', async () => {
  const issued: string[] = [];
  const { tokens, guess, asked: query, clock } = opened(issued, true);
  for (let i = 0; i < 25; i++) void guess(`g${i}`);
  await guess('last');
  const before = query();
  issued.push('new');
  clock.now += 10;
  const flood = Array.from({ length: 200 }, (_, i) => guess(`h${i}`));
  const passed = tokens.admit({ address: here, hash: 'new' });
  clock.now += 300;
  expect(await passed).toBe(0);
  expect((await Promise.all(flood)).every((wait) => wait > 0)).toBe(true);
  expect(query() - before).toBeLessThanOrEqual(1);
});

it('takes back the tries of right tokens: many gateways behind one address are no guesses', async () => {
  const { tokens, guess } = opened();
  for (let i = 0; i < 300; i++) {
    expect(await tokens.admit({ address: here, hash: `gateway${i}` })).toBe(0);
    tokens.right({ address: here, hash: `gateway${i}` });
  }
  expect(await guess('wrong')).toBe(0);
});

it('forgets after ten minutes, and counts a token again that is no longer right', async () => {
  const { tokens, guess, clock } = opened();
  await tokens.admit({ address: here, hash: 'revoked' });
  tokens.right({ address: here, hash: 'revoked' });
  for (let i = 0; i < 22; i++) await guess('revoked');
  expect(await guess('revoked')).toBeGreaterThan(0);
  clock.now += 600_001;
  expect(await guess('revoked')).toBe(0);
});

it('keeps what it counts within bounds', async () => {
  const { guess } = opened();
  for (let i = 0; i < 50_100; i++) await guess('g', `10.${(i >> 16) & 255}.${(i >> 8) & 255}.${i & 255}`);
  expect(await guess('g', '10.0.0.1')).toBe(0);
});
