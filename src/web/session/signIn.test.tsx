import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { orgEmployee } from '#resource/sys/orgEmployee.ts';
import { slots } from '#resource/sys/orgEmployee.web.tsx';
import { answerCalls, drawAt } from '#web/resource/testBed.tsx';
import { LoginForm } from './LoginForm.tsx';
import PasswordPage from './PasswordPage.tsx';
import type { Session } from './session.ts';
import { texts } from './texts.ts';

const phrases = { session: texts };
const OWN = 'a new sentence of my own';
const person: Session = {
  user: { userId: 5, userName: 'viewer', name: 'V', accountType: '0', orgId: 1, orgName: 'W', icon: null },
  passwordExpired: 0,
  roles: [],
  funCodes: [],
  consumers: [],
};
const reported = (data: unknown): object => ({ code: 200, message: '', data });
const type = async (name: string, words: string): Promise<void> =>
  userEvent.type(document.querySelector(`input[name="${name}"]`) as HTMLElement, words);

/** Logs in by hand; answers where that leads. The log-in is answered when `release` is called. */
async function enter(passwordExpired: 0 | 1) {
  let release: (answer: object) => void = () => {};
  const calls = answerCalls(({ path }) =>
    path.endsWith('/sys/login')
      ? new Promise<object>((resolve) => (release = resolve))
      : reported({ ...person, passwordExpired }),
  );
  const router = await drawAt('/login', <LoginForm />, { phrases });
  await screen.findByRole('heading', { name: 'Log in' });
  await type('username', 'viewer');
  await type('password', 'secret words');
  const button = screen.getAllByRole('button', { name: 'Log in' })[0] as HTMLElement;
  await userEvent.click(button);
  await waitFor(() => expect(button).toBeDisabled());
  release(reported(null));
  await waitFor(() => expect(router.state.location.pathname).not.toBe('/login'));
  return { calls, at: router.state.location.pathname };
}

test('a log-in sends name, password and the code of this client, and asks who it is; meanwhile the button rests', async () => {
  const { calls, at } = await enter(0);
  expect(calls[0]).toMatchObject({
    path: '/api/sys/login',
    params: { userName: 'viewer', password: 'secret words', appCode: 'hxyweb' },
  });
  expect(calls.map(({ path }) => path)).toContain('/api/sys/getUserInfo');
  expect(at).toBe('/');
});

test('a log-in with a password that has expired leads to the page that changes it', async () => {
  expect((await enter(1)).at).toBe('/SDNUserAdmin/SDNResetPwd');
});

test('whoever must change the password is told that it has expired; the change says 密码修改成功', async () => {
  const calls = answerCalls(({ path }) => reported(path.endsWith('getUserInfo') ? person : {}));
  const router = await drawAt('/SDNUserAdmin/SDNResetPwd', <PasswordPage />, {
    language: 'zh',
    phrases,
    as: { ...person, passwordExpired: 1 },
  });
  expect(await screen.findByText(/密码已过期或须更换，请设置新密码后继续。/)).toBeInTheDocument();
  await type('old', 'old words');
  await type('new', OWN);
  await type('repeat', OWN);
  await userEvent.keyboard('{Enter}');
  expect(await screen.findByText('密码修改成功')).toBeInTheDocument();
  expect(calls.find(({ path }) => path.endsWith('updateOwnPassword'))?.params).toMatchObject({
    old: 'old words',
    new: OWN,
  });
  await waitFor(() => expect(router.state.location.pathname).toBe('/'));
});

test('a password that an administrator sets says 修改密码成功, after the own one was given', async () => {
  const calls = answerCalls(() => reported(null));
  const Dialog = slots.followUp?.Dialog;
  if (!Dialog) throw new Error('no dialog');
  const onClose = vi.fn();
  const row = { id: 9, userName: 'other', name: 'Other' };
  await drawAt('/', <Dialog resource={orgEmployee} row={row} onClose={onClose} />, {
    language: 'zh',
    as: { ...person, secondFactor: false },
  });
  await userEvent.type(await screen.findByLabelText(/您自己的密码$/), 'mine');
  await userEvent.type(screen.getByLabelText(/^\*?新密码$/), OWN);
  await userEvent.type(screen.getByLabelText(/再次输入新密码$/), OWN);
  await userEvent.click(screen.getByRole('button', { name: '设置密码', hidden: true }));
  expect(await screen.findByText('修改密码成功')).toBeInTheDocument();
  expect(onClose).toHaveBeenCalled();
  expect(calls[0]).toMatchObject({
    path: '/api/sys/orgEmployee/updateEmpPassword',
    params: { aId: '5', userId: '9', adminPassword: 'mine', userPassword: OWN },
  });
});
