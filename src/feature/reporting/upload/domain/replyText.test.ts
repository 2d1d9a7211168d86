import { expect, it } from 'vitest';
import * as z from 'zod';
import { readReply, shortText } from './replyText.ts';

const shape = z.object({ code: z.number() });
const deep = (levels: number): string => `{"code":1,"more":${'['.repeat(levels)}${']'.repeat(levels)}}`;

it('reads a reply of its shape, and nothing that is none or nests deeper than 64 levels', () => {
  expect(readReply(shape, '{"code":1}')).toEqual({ code: 1 });
  expect(readReply(shape, deep(63))).toEqual({ code: 1 });
  for (const body of ['', '{', 'null', '{"code":"1"}', '<html>', deep(64), deep(20_000)])
    expect(readReply(shape, body), body.slice(0, 20)).toBeNull();
});

it('tells what somebody else said in one short line', () => {
  expect(shortText(' a\n\tb\u202e c ')).toBe('a b c');
  expect(shortText('\n')).toBeNull();
  expect(shortText('x'.repeat(500))).toHaveLength(200);
});
