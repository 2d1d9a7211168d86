import { gzipSync } from 'node:zlib';

const t = Date.UTC(2025, 5, 1);
const nested = (depth: number): string => `${'['.repeat(depth)}${']'.repeat(depth)}`;
/** A gateway body with one entry of meter M1. */
export const entry = (values: unknown, ts: unknown = t) => ({ M1: [{ ts, values }] });
/** A stamp that cannot be read, which is the fault of each of many values. */
const longStamp = (): unknown =>
  entry(Object.fromEntries(Array.from({ length: 20_000 }, (_, i) => [`k${i}`, 1])), 'x'.repeat(400_000));

/** Messages of a gateway that are acknowledged; of its values `rejected` are not taken, by the reason. */
export const hostileMessages: [name: string, body: unknown, rejected: number, reason: string | null][] = [
  ['a text for a number', entry({ PP: 'abc' }), 1, 'notANumber'],
  ['null', entry({ PP: null }), 1, 'notANumber'],
  ['true', entry({ PP: true }), 1, 'notANumber'],
  ['an object', entry({ PP: { v: 1 } }), 1, 'notANumber'],
  ['a list', entry({ PP: [1] }), 1, 'notANumber'],
  ['NaN as text', entry({ PP: 'NaN' }), 1, 'notANumber'],
  ['Infinity as text', entry({ PP: 'Infinity' }), 1, 'notANumber'],
  ['a number that overflows', '{"M1":[{"ts":1748736000000,"values":{"PP":1e999}}]}', 1, 'notANumber'],
  ['a hexadecimal text', entry({ PP: '0x10' }), 1, 'notANumber'],
  ['a number beyond all counters', entry({ PP: 1e13 }), 1, 'outOfRange'],
  ['a number far below', entry({ PP: -1e13 }), 1, 'outOfRange'],
  ['the year 9999', entry({ PP: 1 }, Date.UTC(9999, 0, 1)), 1, 'badTime'],
  ['the year 1970', entry({ PP: 1 }, 86_400_000), 1, 'clockUnset'],
  ['microseconds', entry({ PP: 1 }, t * 1000), 1, 'badTime'],
  ['two days ahead', entry({ PP: 1 }, Date.now() + 2 * 86_400_000), 1, 'clockAhead'],
  ['a register below zero', entry({ PP: -1 }), 1, 'negative'],
  ['a stamp as text', entry({ PP: 1 }, '2025-06-01'), 1, 'badTime'],
  ['a stamp null', entry({ PP: 1 }, null), 1, 'badTime'],
  ['a stamp that is an object', entry({ PP: 1 }, {}), 1, 'badTime'],
  ['a negative stamp', entry({ PP: 1 }, -1), 1, 'badTime'],
  ['an unknown meter', { M3: [{ ts: t, values: { PP: 1 } }] }, 1, 'unknownMeter'],
  ['a name of a prototype', '{"__proto__":[{"ts":1748736000000,"values":{"PP":1}}]}', 1, 'unknownMeter'],
  ['another name of one', { constructor: [{ PP: 1 }] }, 1, 'unknownMeter'],
  ['an unknown key', entry({ VOLTS: 1 }), 1, 'unknownKey'],
  [
    'a key of a prototype',
    '{"M1":[{"ts":1748736000000,"values":{"__proto__":1,"toString":2}}]}',
    2,
    'unknownKey',
  ],
  ['an empty key', entry({ '': 1 }), 1, 'unknownKey'],
  ['characters that a text cannot hold', entry({ 'a\0\uD800': 1 }), 1, 'unknownKey'],
  ['a very long key', entry({ ['k'.repeat(5000)]: 1 }), 1, 'unknownKey'],
  ['entries that are numbers', { M1: [1, 2] }, 2, 'notReadable'],
  ['values that are a list', { M1: [{ ts: t, values: [1] }] }, 1, 'notReadable'],
  ['no JSON', 'PP=1', 1, 'notReadable'],
  ['half a JSON', '{"M1":[{"ts":17487', 1, 'notReadable'],
  ['nothing', '', 1, 'notReadable'],
  ['bytes', Buffer.from([0, 255, 254, 1]), 1, 'notReadable'],
  ['gzip', gzipSync('{"M1":[{"PP":1}]}'), 1, 'notReadable'],
  ['a list', [1, 2, 3], 1, 'notReadable'],
  ['a number', '7', 1, 'notReadable'],
  ['null', 'null', 1, 'notReadable'],
  ['a deep nest', nested(20_000), 1, 'tooDeep'],
  ['a value 20,000 deep', `{"M1":[{"ts":${t},"values":{"PP":${nested(20_000)}}}]}`, 1, 'tooDeep'],
  ['an entry 20,000 deep', `{"M1":${nested(20_000)}}`, 1, 'tooDeep'],
  ['a stamp 20,000 deep', `{"M1":[{"ts":${nested(20_000)},"values":{"PP":1}}]}`, 1, 'tooDeep'],
  ['objects 20,000 deep', `${'{"M1":'.repeat(20_000)}1${'}'.repeat(20_000)}`, 1, 'tooDeep'],
  ['brackets within a text', entry({ PP: nested(20_000) }), 1, 'notANumber'],
  ['a number of 900,000 digits', entry({ PP: `${'1'.repeat(900_000)}x` }), 1, 'notANumber'],
  ['a stamp of 400,000 letters for 20,000 keys', longStamp(), 20_000, 'badTime'],
  ['an empty object', {}, 0, null],
  ['a meter without entries', { M1: [] }, 0, null],
];
