import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { answerCalls, draw } from '#web/resource/testBed.tsx';
import HelpPage from './HelpPage.tsx';
import { texts } from './texts.ts';

test.each([
  ['zh', '下载中文版', '下载英文版'],
  ['en', 'Download in English', 'Download in Chinese'],
] as const)(
  'the manual that is offered first is in the language of the reader: %s',
  async (language, own, other) => {
    answerCalls(() => ({ code: 200, message: '', data: [] }));
    await draw(<HelpPage />, { language, phrases: { help: texts } });
    const look = (name: string) => screen.getByRole('button', { name }).className;
    expect(look(own)).toContain('primary');
    expect(look(other)).not.toContain('primary');
  },
);
