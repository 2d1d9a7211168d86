import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { answerCalls, draw } from '#web/resource/testBed.tsx';
import { grafanaAccount } from './grafanaAccount.ts';
import { slots } from './grafanaAccount.web.tsx';

const row = { id: 7, accountName: 'Board', consumerId: 1001, url: 'https://a.example', state: '1' };

test.each([
  ['readToken', 'Issue a read-only token', '/archive/grafanaAccount/rotateReadToken'],
  ['hookToken', 'Issue a token of alerts', '/alarm/eventConfigGrafana/rotateToken'],
])('%s asks first, and shows the token of the row’s enterprise once', async (key, label, path) => {
  const calls = answerCalls(() => ({ code: 200, message: 'ok', data: { token: 'the-token' } }));
  const Dialog = slots.actions?.find((one) => one.key === key)?.Dialog;
  if (!Dialog) throw new Error(`there is no ${key}`);
  await draw(<Dialog resource={grafanaAccount} row={row} onClose={() => {}} />);
  expect(calls).toEqual([]);
  await userEvent.click(screen.getByRole('button', { name: label, hidden: true }));
  await waitFor(() => expect(screen.getByDisplayValue('the-token')).toBeDefined());
  expect(calls).toMatchObject([
    { path: expect.stringContaining(path) as unknown, params: { enterpriseId: '1001' } },
  ]);
});
