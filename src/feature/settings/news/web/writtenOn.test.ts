import { expect, test } from 'vitest';
import { writtenOn } from './writtenOn.ts';

const sent = { title: 'A', info: '<p>One</p>', fileIdList: [1, 2] };
const saved = { title: 'A', info: '<p>One.</p>', fileIdList: [1, 2, 3] };

test('what nobody touched since is as it was saved', () => {
  expect(writtenOn(sent, sent, saved)).toEqual(saved);
});

test('what was written on meanwhile stays', () => {
  const now = { ...sent, info: '<p>One and two</p>' };
  expect(writtenOn(now, sent, saved)).toEqual({ ...saved, info: '<p>One and two</p>' });
});

test('a file that was removed meanwhile goes, those that came along stay', () => {
  expect(writtenOn({ ...sent, fileIdList: [2] }, sent, saved)).toEqual({ ...saved, fileIdList: [2, 3] });
  const all = writtenOn({ ...sent, fileIdList: null }, sent, { ...saved, fileIdList: [1, 2] });
  expect(all).toEqual({ ...saved, fileIdList: null });
});
