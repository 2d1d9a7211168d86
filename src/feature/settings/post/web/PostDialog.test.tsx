import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { post } from '#resource/sys/post.ts';
import { answerCalls, drawAt } from '#web/resource/testBed.tsx';
import { PostDialog } from './PostDialog.tsx';
import { texts } from './texts.ts';

const row = { id: 1, title: 'Pumps', content: '<p>Which?</p>', state: '0', postedAt: '2026-03-05T06:30:00.000Z' }; // prettier-ignore

test('replies that cannot be had are told as such', async () => {
  answerCalls(({ path }) =>
    path.includes('postReply')
      ? { code: 500, message: 'No answer', data: null }
      : { code: 200, message: '', data: row },
  );
  await drawAt('/', <PostDialog resource={post} row={row} onClose={vi.fn()} />, { phrases: { post: texts } });
  expect(await screen.findByText('No answer')).toBeInTheDocument();
  expect(screen.queryByText(texts.none.en)).toBeNull();
});
