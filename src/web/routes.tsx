import { QueryClientProvider } from '@tanstack/react-query';
import {
  createHashHistory,
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
} from '@tanstack/react-router';
import { OVERVIEW } from '#contract/home.ts';
import { ApiError } from './api/ApiError.ts';
import { storeReturnAddress } from './api/returnAddress.ts';
import { queryClient } from './api/queryClient.ts';
import { pages, placedParts } from './features.ts';
import type { PageRoute } from './page.ts';
import { AllPlaced } from './place.tsx';
import { resourceScreen } from './resource/routes.ts';
import { LOCK, LOGIN, RESET_PASSWORD, SECURITY } from './session/address.ts';
import { sessionQuery } from './session/session.ts';
import { PageFault } from './shell/PageFault.tsx';
import { Shell } from './shell/Shell.tsx';
import { allPhrases } from './text/language.ts';
import { ConfirmHost } from './ui/Confirm.tsx';
import { LoadingState } from './ui/LoadingState.tsx';
import { NoticeHost } from './ui/NoticeHost.tsx';

const root = createRootRoute({
  component: () => (
    <QueryClientProvider client={queryClient}>
      <AllPlaced parts={placedParts}>
        <Outlet />
      </AllPlaced>
      <ConfirmHost />
      <NoticeHost />
    </QueryClientProvider>
  ),
});

const login = createRoute({
  getParentRoute: () => root,
  path: LOGIN,
  component: lazyRouteComponent(() => import('./session/LoginPage.tsx'), 'LoginPage'),
});

/** The session; whoever has none logs in first and comes back to an address. */
const sessionAt = (href: string) =>
  queryClient.ensureQueryData(sessionQuery).catch((error: unknown) => {
    storeReturnAddress(href);
    throw redirect({ to: error instanceof ApiError && error.code === 423 ? LOCK : LOGIN });
  });

const home = createRoute({
  getParentRoute: () => root,
  path: '/',
  // Where a person lands after log-in (specification 2 section 2): by its roles.
  beforeLoad: async () => {
    const session = await sessionAt('/');
    throw redirect({ to: session.home ?? OVERVIEW });
  },
});

const shell = createRoute({
  getParentRoute: () => root,
  id: 'shell',
  component: Shell,
  beforeLoad: async ({ location }) => {
    const session = await sessionAt(location.href);
    if (session.passwordExpired === 1 && location.pathname !== RESET_PASSWORD) {
      throw redirect({ to: RESET_PASSWORD });
    }
    if (session.passwordExpired !== 1 && session.secondFactorDue === 1 && location.pathname !== SECURITY)
      throw redirect({ to: SECURITY });
  },
});

/** A page's component with all that it says, together with antd's provider unless the page does without. */
function componentOf(page: PageRoute) {
  const load = (): ReturnType<PageRoute['load']> =>
    page.first === true ? page.load() : Promise.all([page.load(), allPhrases()]).then(([loaded]) => loaded);
  if (page.antd === false) return lazyRouteComponent(load);
  return lazyRouteComponent(async () => {
    const [{ default: Antd }, { default: Page }] = await Promise.all([import('./theme/Antd.tsx'), load()]);
    return {
      default: () => (
        <Antd>
          <Page />
        </Antd>
      ),
    };
  });
}

const within = (parent: typeof root | typeof shell, anonymous: boolean) =>
  pages
    .filter((page) => (page.anonymous ?? false) === anonymous)
    .map((page) =>
      createRoute({ getParentRoute: () => parent, path: page.path, component: componentOf(page) }),
    );

/** The list pages of the resources, and every address that leads nowhere. */
const elsewhere = createRoute({
  getParentRoute: () => shell,
  path: resourceScreen.path,
  component: componentOf(resourceScreen),
});

/** Hash routes; paths match without regard to case. */
export const router = createRouter({
  routeTree: root.addChildren([
    login,
    home,
    ...within(root, true),
    shell.addChildren([...within(shell, false), elsewhere]),
  ]),
  history: createHashHistory(),
  caseSensitive: false,
  defaultPendingComponent: () => <LoadingState />,
  defaultPendingMs: 150,
  defaultErrorComponent: PageFault,
  scrollRestoration: true,
});
