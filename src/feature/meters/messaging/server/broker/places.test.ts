import { expect, it } from 'vitest';
import { LIMITS } from './peer.ts';
import { type Place, Places } from './places.ts';

const opened = (limits: Partial<typeof LIMITS> = {}) => new Places({ ...LIMITS, ...limits });
const taken = (places: Places, address: string, n: number): Place[] =>
  Array.from({ length: n }, () => places.enter(address)).filter((place) => place !== undefined);

it('strangers of many networks who never log in leave places for gateways that come back', () => {
  const places = opened();
  places.know('203.0.113.9');
  places.enter('203.0.113.8')?.loggedIn();
  let strangers = 0;
  for (let i = 0; i < 30; i++) strangers += taken(places, `198.51.100.${i}`, 1000).length;
  expect(strangers).toBe(LIMITS.strangers);
  expect(places.enter('198.51.100.99')).toBeUndefined();
  for (const address of ['203.0.113.9', '203.0.113.8']) expect(taken(places, address, 500)).toHaveLength(500);
});

it('who waits takes no place of those who are in, not even from where somebody logged in', () => {
  const places = opened({ connections: 100, waiting: 40, strangers: 20 });
  for (let i = 0; i < 10; i++) places.know(`203.0.113.${i}`);
  const waiting = Array.from({ length: 10 }, (_, i) => taken(places, `203.0.113.${i}`, 10)).flat();
  expect(waiting).toHaveLength(40);
  for (const place of waiting) place.loggedIn();
  const more = taken(places, '203.0.113.1', 40);
  expect(more).toHaveLength(40);
  for (const place of more) place.loggedIn();
  expect(taken(places, '203.0.113.2', 40)).toHaveLength(20);
});

it('a place that is left is free, once', () => {
  const places = opened({ perAddress: 3, waitingPerAddress: 2 });
  const [one, two] = taken(places, '198.51.100.1', 3);
  expect([one, two]).not.toContain(undefined);
  one?.loggedIn();
  const three = places.enter('198.51.100.1');
  expect(three).toBeDefined();
  expect(places.enter('198.51.100.1')).toBeUndefined();
  for (let i = 0; i < 3; i++) one?.leave();
  three?.leave();
  expect(taken(places, '198.51.100.1', 5)).toHaveLength(1);
});

it('a subscriber of IPv6 has four times what one network has, however many networks he uses', () => {
  const places = opened({ perAddress: 5, waitingPerAddress: 5 });
  let all = 0;
  for (let i = 0; i < 20; i++) all += taken(places, `2001:db8:1:${i}::1`, 5).length;
  expect(all).toBe(20);
  expect(taken(places, '2001:db8:2:1::1', 9)).toHaveLength(5);
});
