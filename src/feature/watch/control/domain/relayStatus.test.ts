import { expect, it } from 'vitest';
import { readRelayStatus } from './relayStatus.ts';

const deep = (levels: number): string => `${'['.repeat(levels)}${']'.repeat(levels)}`;

it('reads relays and positions in each of their forms', () => {
  const both = [
    { relayNumber: 1, status: 1 },
    { relayNumber: 2, status: 0 },
  ];
  for (const text of ['1_1,2_0', '{"1":1,"2":0}', '[{"mpNo":1,"status":1},{"mpNo":"2","status":"0"}]'])
    expect(readRelayStatus(text, false), text).toEqual(both);
  expect(readRelayStatus('1,2', true)?.map(({ status }) => status)).toEqual([null, null]);
});

it.each(['', '{', 'null', '[null]', '1_2', '1_1,1_0', '65_1', '1', '{"1":{}}', deep(400)])(
  '%j is none of them',
  (text) => {
    expect(readRelayStatus(text, false)).toBeNull();
  },
);

it('reads nothing that nests deeper than 64 levels, whatever stands beside it', () => {
  const beside = (levels: number): string => `[{"mpNo":1,"status":1,"note":${deep(levels)}}]`;
  expect(readRelayStatus(beside(62), false)).toEqual([{ relayNumber: 1, status: 1 }]);
  expect(readRelayStatus(beside(63), false)).toBeNull();
});
