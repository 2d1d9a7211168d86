import { queryOptions, useSuspenseQuery } from '@tanstack/react-query';
import { get, post } from '#web/api.ts';
import { queryClient } from '#web/api/queryClient.ts';
import { forgetReturnAddress } from '#web/api/returnAddress.ts';

/** The person logged in. */
export interface User {
  readonly userId: number;
  readonly userName: string;
  readonly name: string;
  /** `1` operator of the platform, `0` enterprise user. */
  readonly accountType: '0' | '1';
  /** The person's own enterprise; null for an operator. */
  readonly orgId: number | null;
  readonly orgName: string | null;
  readonly icon: string | null;
}

/** An enterprise that the person may choose. */
export interface Consumer {
  readonly orgId: number;
  readonly orgName: string;
  readonly areaFullName?: string | null;
  readonly imgPath?: string | null;
  /** The group that it belongs to. */
  readonly groupName?: string | null;
}

/** The answer of `sys/getUserInfo`. */
export interface Session {
  readonly user: User;
  /** 1: the password must be changed first. */
  readonly passwordExpired?: 0 | 1;
  readonly roles: readonly unknown[];
  /** The function codes that the person may use: menus, calls and buttons. */
  readonly funCodes: readonly string[];
  readonly consumers: readonly Consumer[];
}

/** Who is logged in; throws `ApiError` 901 where nobody is. */
export const sessionQuery = queryOptions({
  queryKey: ['sys', 'getUserInfo'],
  queryFn: () => get<Session>('sys/getUserInfo', {}, { quiet: true }),
  staleTime: Infinity,
  gcTime: Infinity,
});

/** The session, inside the shell. */
export function useSession(): Session {
  return useSuspenseQuery(sessionQuery).data;
}

/** Whether the person has a function code; for buttons (the server checks every call itself). */
export function useMay(funCode: string): boolean {
  return useSession().funCodes.includes(funCode);
}

/** Logs in; throws `ApiError` 400 (wrong) or 429 (locked), whose sentence the form shows. */
export async function logIn(userName: string, password: string, remember: boolean): Promise<Session> {
  const { passwordExpired } = await post<{ passwordExpired: 0 | 1 }>(
    'sys/login',
    { userName, password, appCode: 'hxyweb', remember: remember ? 1 : 0 },
    { quiet: true },
  );
  queryClient.clear();
  const session = { ...(await queryClient.fetchQuery(sessionQuery)), passwordExpired };
  queryClient.setQueryData(sessionQuery.queryKey, session);
  return session;
}

/** Logs out, goes to the log-in page by `leave`, forgets the user and the return address. */
export async function logOut(leave: () => Promise<void>): Promise<void> {
  await post('sys/logout');
  await leave();
  queryClient.clear();
  // A call that was under way may have met the end of the session and stored where it came from.
  forgetReturnAddress();
}
