import { expect, it } from 'vitest';
import { notedText } from './words.ts';

it('tells the instants of a revision by the clock of the site, and leaves words alone', () => {
  const info = '2026-03-01T16:00:00.000Z – … → 2026-03-01T16:05:30.000Z – 2026-03-01T17:00:00.000Z';
  expect(notedText('Asia/Shanghai', info)).toBe(
    '2026-03-02 00:00:00 – … → 2026-03-02 00:05:30 – 2026-03-02 01:00:00',
  );
  expect(notedText('Asia/Shanghai', 'checked 2026-03-01')).toBe('checked 2026-03-01');
});
