import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { answerCalls, drawAt } from '#web/resource/testBed.tsx';
import { AlarmWays } from './AlarmWays.tsx';
import type { Session } from './session.ts';
import { texts } from './texts.ts';

const person: Session = {
  user: { userId: 5, userName: 'viewer', name: 'V', accountType: '0', orgId: 1, orgName: 'W', icon: null },
  passwordExpired: 0,
  roles: [],
  funCodes: [],
  consumers: [],
  preferences: { alarm: { channels: ['1'], language: 'zh' } },
};

test('ways and language of alarms show what is kept, and are kept anew; a refusal is shown with its sentence', async () => {
  let answer: object = {
    code: 400,
    message: 'Ways: short message (1) and mail (2) alone',
    data: { field: 'channels' },
  };
  const calls = answerCalls(() => answer);
  await drawAt('/', <AlarmWays telephone="13800001111" email={null} />, {
    phrases: { session: texts },
    as: person,
  });
  const mail = await screen.findByRole('checkbox', { name: /Mail/ });
  expect(screen.getByRole('checkbox', { name: /Short message/ })).toBeChecked();
  expect(mail).not.toBeChecked();
  expect(screen.getByText('no e-mail is set')).toBeInTheDocument();
  const save = screen.getByRole('button', { name: 'Save' });
  expect(save).toBeDisabled();
  await userEvent.click(mail);
  await userEvent.click(screen.getByRole('radio', { name: 'English' }));
  await userEvent.click(save);
  expect(await screen.findByRole('alert')).toHaveTextContent('Ways: short message');
  answer = { code: 200, message: '', data: null };
  await userEvent.click(save);
  expect(await screen.findByText('Saved')).toBeInTheDocument();
  const params = calls.at(-1)?.params ?? {};
  expect(params['name']).toBe('alarm');
  expect(JSON.parse(params['value'] ?? '')).toEqual({ channels: ['1', '2'], language: 'en' });
  expect(save).toBeDisabled();
});
