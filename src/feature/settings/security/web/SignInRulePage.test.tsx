import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import type { SignInRule } from '#contract/signIn.ts';
import { answerCalls, drawAt, session } from '#web/resource/testBed.tsx';
import SignInRulePage from './SignInRulePage.tsx';
import { texts } from './texts.ts';

const seen: SignInRule = { secondFactor: 'role', idleMinutes: 720, lifeHours: 168, rememberDays: 14 };

test('what is saved is what was changed alone: a rule that another person made stricter meanwhile stays', async () => {
  let kept = seen;
  const calls = answerCalls(({ path, params }) => {
    if (path.endsWith('signInRule/edit')) kept = { ...kept, idleMinutes: Number(params['idleMinutes']) };
    const data = path.includes('signInRule') ? kept : path.includes('getUserInfo') ? session : null;
    return { code: 200, message: '', data };
  });
  await drawAt('/', <SignInRulePage />, {
    phrases: { security: texts },
    as: { ...session, funCodes: ['sys.signInRule.edit'] },
  });
  const idle = await screen.findByRole('textbox', { name: texts.idleMinutes.en });
  kept = { ...seen, secondFactor: 'all' };
  await userEvent.clear(idle);
  await userEvent.type(idle, '60');
  await userEvent.click(screen.getByRole('button', { name: texts.saveRule.en }));
  const isEdit = ({ path }: { path: string }): boolean => path.endsWith('signInRule/edit');
  await waitFor(() =>
    expect(calls.filter(isEdit).map(({ params }) => params)).toEqual([{ idleMinutes: '60' }]),
  );
  // The page shows what is kept now.
  await waitFor(() => expect(screen.getByRole('radio', { name: 'All accounts' })).toBeChecked());
  expect(idle).toHaveValue('60');
});
