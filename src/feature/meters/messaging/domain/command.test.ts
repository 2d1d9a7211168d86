import { expect, it } from 'vitest';
import { commandAnswer, commandMessage } from './command.ts';

it('speaks to a gateway and to a device behind it', () => {
  expect(commandMessage({ id: 7, deviceName: null, method: 'a"b', params: '{"x":1}' })).toEqual({
    topic: 'v1/devices/me/rpc/request/7',
    payload: '{"method":"a\\"b","params":{"x":1}}',
  });
  const { topic, payload } = commandMessage({ id: 7, deviceName: 'M1', method: 'open', params: 'null' });
  expect([topic, JSON.parse(payload)]).toEqual([
    'v1/gateway/rpc',
    { device: 'M1', data: { id: 7, method: 'open', params: null } },
  ]);
});

it.each([
  ['v1/devices/me/rpc/response/7', '{"ok":true}', { id: 7, deviceName: null, answer: '{"ok":true}' }],
  ['v1/devices/me/rpc/response/7', 'no JSON', { id: 7, deviceName: null, answer: 'no JSON' }],
  ['v1/gateway/rpc', '{"device":"M1","id":7,"data":[1]}', { id: 7, deviceName: 'M1', answer: '[1]' }],
  ['v1/gateway/rpc', '{"device":"M1","id":7}', { id: 7, deviceName: 'M1', answer: 'null' }],
  ['v1/devices/me/rpc/response/0', '1', 'unreadable'],
  ['v1/devices/me/rpc/response/9999999999', '1', 'unreadable'],
  ['v1/devices/me/rpc/response/x', '1', 'unreadable'],
  ['v1/devices/me/rpc/request/7', '{}', undefined],
  ['v1/gateway/rpc', '{"device":"M1","data":{"id":7}}', 'unreadable'],
  ['v1/gateway/rpc', '{"device":"M1","id":1.5,"data":1}', 'unreadable'],
  ['v1/gateway/rpc', '{"device":1,"id":1,"data":1}', 'unreadable'],
  ['v1/gateway/rpc', 'null', 'unreadable'],
  ['v1/gateway/rpc', '{', 'unreadable'],
  [
    'v1/gateway/rpc',
    `{"device":"M1","id":1,"data":${'['.repeat(50_000)}${']'.repeat(50_000)}}`,
    'unreadable',
  ],
])('reads an answer from %s %.40s', (topic, payload, answer) => {
  expect(commandAnswer(topic, () => payload)).toEqual(answer);
});
