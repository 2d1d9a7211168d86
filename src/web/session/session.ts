import type { AccountType } from '#contract/accountType.ts';
import { queryOptions, useSuspenseQuery } from '@tanstack/react-query';
import { doorQuery } from '#feature/settings/singleSignOn/web/public.ts';
import type { Preferences } from '#contract/preference.ts';
import { get, post } from '#web/api.ts';
import { queryClient } from '#web/api/queryClient.ts';
import { openGate } from '#web/api/gate.ts';
import { forgetReturnAddress, takeReturnAddress } from '#web/api/returnAddress.ts';
import { SESSION_KEY } from '#web/api/shownAccount.ts';
import { RESET_PASSWORD, SECURITY } from './address.ts';

/** The person logged in. */
interface User {
  readonly userId: number;
  readonly userName: string;
  readonly name: string;
  /** `1` operator of the platform, `0` enterprise user. */
  readonly accountType: AccountType;
  /** The person's own enterprise; null for an operator. */
  readonly orgId: number | null;
  readonly orgName: string | null;
  readonly icon: string | null;
  /** Code of the class of persons. */
  readonly empClassifyId?: string | null;
}

/** An enterprise that the person may choose. */
export interface Consumer {
  readonly orgId: number;
  readonly orgName: string;
  readonly areaFullName?: string | null;
  readonly imgPath?: string | null;
  /** The meter that is its electricity by itself. */
  readonly ammeterId?: number | null;
  readonly groupId?: number | null;
  /** The group that it belongs to. */
  readonly groupName?: string | null;
  /** The zone of its days. */
  readonly timeZone?: string;
}

/** The answer of `sys/getUserInfo`. */
export interface Session {
  readonly user: User;
  /** 1: the password must be changed first. */
  readonly passwordExpired?: 0 | 1;
  /** 1: a second factor must be set up first. */
  readonly secondFactorDue?: 0 | 1;
  /** The account signs in with a code beside its password. */
  readonly secondFactor?: boolean;
  readonly roles: readonly { readonly roleId: number; readonly roleName: string }[];
  /** The function codes that the person may use: menus, calls and buttons. */
  readonly funCodes: readonly string[];
  readonly consumers: readonly Consumer[];
  /** The account sees some sites or units of its enterprises alone. */
  readonly limited?: boolean;
  /** The address to which log-in leads. */
  readonly home?: string;
  /** Names of the homes between which the account may change. */
  readonly homes?: readonly string[];
  /** What the account keeps of how it works with the product. */
  readonly preferences?: Preferences;
  /** The demonstration's data are still being filled. */
  readonly filling?: true;
}

/** Who is logged in; throws `ApiError` 901 where nobody is. */
export const sessionQuery = queryOptions({
  queryKey: SESSION_KEY,
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

/** What a person signs in with. */
export interface Credentials {
  readonly userName: string;
  readonly password: string;
  readonly remember: boolean;
  /** Of the second factor, where the account has one. */
  readonly code: string;
}

/**
 * Logs in; throws `ApiError` 400 (wrong; field `code`: a code is wanted or wrong) or 429 (wait), whose sentence the
 * form shows.
 */
export async function logIn({ remember, ...given }: Credentials): Promise<Session> {
  await post('sys/login', { ...given, appCode: 'hxyweb', remember: remember ? 1 : 0 }, { quiet: true });
  openGate();
  // The door is the same for everybody: the log-in page, which still stands, would ask for it again.
  const door = queryClient.getQueryData(doorQuery.queryKey);
  queryClient.clear();
  queryClient.setQueryData(doorQuery.queryKey, door);
  return queryClient.fetchQuery(sessionQuery);
}

/** The session anew, after something that was due has been done; what was refused until now is asked again. */
export async function renewSession(): Promise<Session> {
  openGate();
  const session = await queryClient.fetchQuery({ ...sessionQuery, staleTime: 0 });
  void queryClient.invalidateQueries();
  return session;
}

/** Where a person goes on from here: what is due first, else where it came from. */
export function nextAddress({ passwordExpired, secondFactorDue }: Session): string {
  if (passwordExpired === 1) return RESET_PASSWORD;
  return secondFactorDue === 1 ? SECURITY : (takeReturnAddress() ?? '/');
}

/**
 * Logs out, goes to the log-in page by `leave`, forgets the user and the return address. A session that an identity
 * provider opened ends there too.
 */
export async function logOut(leave: () => Promise<void>): Promise<void> {
  const door = await queryClient.ensureQueryData(doorQuery).catch(() => null);
  const answer = await post<{ address: string | null } | null>(
    door?.configured ? 'sys/singleSignOn/logout' : 'sys/logout',
  );
  await leave();
  queryClient.clear();
  // A call that was under way may have met the end of the session and stored where it came from.
  forgetReturnAddress();
  if (answer?.address) location.assign(answer.address);
}
