import { beforeEach, describe, expect, test } from 'vitest';
import { queryClient } from './api/queryClient.ts';
import { takeReturnAddress } from './api/returnAddress.ts';
import { answerCalls } from './resource/testBed.tsx';
import { router } from './routes.tsx';

const user = { userId: 1, userName: 'a', name: 'A', accountType: '0', orgId: 1, orgName: 'W', icon: null };
const session = { user, passwordExpired: 0, roles: [], funCodes: [], consumers: [] };

/** Goes to an address as a person of this session; answers where that leads. */
async function go(to: string, data: object | null, code = 200): Promise<string> {
  answerCalls(() => ({ code, message: '', data }));
  await router.navigate({ to: to as never });
  return router.state.location.pathname;
}

beforeEach(() => {
  queryClient.clear();
  sessionStorage.clear();
});

describe('the routes', () => {
  type Node = { id: string; parentRoute?: Node };
  const isWithin = ({ parentRoute }: Node): boolean =>
    parentRoute !== undefined && (parentRoute.id === '/shell' || isWithin(parentRoute));
  const screens = (Object.values(router.routesById) as (Node & { fullPath: string })[]).filter(
    (route) => route.parentRoute !== undefined && route.id !== '/shell',
  );

  test('before log-in are few; every other one stands in the shell', () => {
    const outside = screens.filter((route) => !isWithin(route)).map((route) => route.fullPath);
    expect(outside.toSorted()).toEqual(
      [
        '/',
        '/HTDisplay',
        '/forgot',
        '/invitation',
        '/lock',
        '/login',
        '/register',
        '/singleSignOn',
      ].toSorted(),
    );
    const inside = screens.filter(isWithin).map((route) => route.fullPath);
    expect(inside).toEqual(
      expect.arrayContaining([
        '/SDNMonitoring/Overview',
        '/SDNSysAdmin/SDNConfigDataDic/$params',
        '/SDNOperationAdmin/SDNEditNews',
        '/$',
      ]),
    );
  });

  test('lead from / to the overview', async () => {
    expect(await go('/', session)).toBe('/SDNMonitoring/Overview');
  });

  test('lead from / to where the session says that its roles begin', async () => {
    expect(await go('/', { ...session, home: '/home/electrician' })).toBe('/home/electrician');
  });

  test('lead a stranger to the log-in, and keep where it wanted to go', async () => {
    expect(await go('/SDNPowerAdmin/SDNDataInput', null, 901)).toBe('/login');
    expect(takeReturnAddress()).toBe('/SDNPowerAdmin/SDNDataInput');
  });

  test('lead whose password has expired to a new one, whatever was asked for', async () => {
    expect(await go('/SDNUserAdmin/SDNUserInfo', { ...session, passwordExpired: 1 })).toBe(
      '/SDNUserAdmin/SDNResetPwd',
    );
  });
});
