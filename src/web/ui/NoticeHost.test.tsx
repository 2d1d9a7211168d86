import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { draw } from '#web/resource/testBed.tsx';
import { notify, type NoticeKind } from './notice.ts';
import { NoticeHost } from './NoticeHost.tsx';

test.each<[NoticeKind, string, string]>([
  ['success', '成功', 'Success'],
  ['error', '出错了', 'Error'],
  ['info', '提示', 'Information'],
  ['warning', '注意', 'Attention'],
])('a notice of %s is titled %s, in English %s', async (kind, zh, en) => {
  for (const [language, title] of [
    ['zh', zh],
    ['en', en],
  ] as const) {
    await draw(<NoticeHost />, { language });
    const message = `${language} ${kind}`;
    notify(kind, message, 60_000);
    const [notice] = await screen.findAllByText(message);
    expect(notice?.parentElement).toHaveTextContent(`${title}${message}`);
  }
});
