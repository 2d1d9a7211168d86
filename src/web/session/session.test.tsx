import { beforeEach, describe, expect, test, vi } from 'vitest';
import { queryClient } from '#web/api/queryClient.ts';
import { storeReturnAddress, takeReturnAddress } from '#web/api/returnAddress.ts';
import { answerCalls } from '#web/resource/testBed.tsx';
import { doorQuery } from '#feature/settings/singleSignOn/web/public.ts';
import { logIn, logOut, nextAddress, sessionQuery, type Session } from './session.ts';

const session: Session = {
  user: { userId: 1, userName: 'a', name: 'A', accountType: '0', orgId: 1001, orgName: 'Works', icon: null },
  passwordExpired: 0,
  roles: [],
  funCodes: [],
  consumers: [],
};
const ADDRESS = '/SDNPowerAdmin/SDNDataInput?some=filter';

beforeEach(() => {
  sessionStorage.clear();
  queryClient.clear();
});

describe('log-in', () => {
  test('keeps the user and goes to the stored address, else home', async () => {
    const calls = answerCalls(() => ({ code: 200, message: '', data: session }));
    storeReturnAddress(ADDRESS);
    const given = { userName: 'a', password: 'b', remember: false, code: '' };
    const begun = await logIn(given);
    expect(calls[0]).toMatchObject({
      path: '/api/sys/login',
      params: { userName: 'a', password: 'b', appCode: 'hxyweb' },
    });
    expect(queryClient.getQueryData(sessionQuery.queryKey)).toEqual(session);
    expect(nextAddress(begun)).toBe(ADDRESS);
    // It was for once.
    expect(nextAddress(begun)).toBe('/');
  });

  test('leads to the page for a new password where the old one has expired', () => {
    storeReturnAddress(ADDRESS);
    expect(nextAddress({ ...session, passwordExpired: 1 })).toBe('/SDNUserAdmin/SDNResetPwd');
    expect(nextAddress(session)).toBe(ADDRESS);
  });
});

test('log-out forgets the user and the return address and leaves for the log-in', async () => {
  const calls = answerCalls(() => ({ code: 200, message: '', data: null }));
  queryClient.setQueryData(sessionQuery.queryKey, session);
  queryClient.setQueryData(doorQuery.queryKey, { configured: false } as never);
  storeReturnAddress(ADDRESS);
  const leave = vi.fn(async () => undefined);
  await logOut(leave);
  expect(calls.map((call) => call.path)).toEqual(['/api/sys/logout']);
  expect(leave).toHaveBeenCalledOnce();
  expect(queryClient.getQueryData(sessionQuery.queryKey)).toBeUndefined();
  expect(takeReturnAddress()).toBeNull();
});
