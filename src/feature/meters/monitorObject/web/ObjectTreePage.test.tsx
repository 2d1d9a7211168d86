import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { queryClient } from '#web/api/queryClient.ts';
import { answerCalls, draw } from '#web/resource/testBed.tsx';
import type { ObjectNode } from '../contract.ts';
import ObjectTreePage from './ObjectTreePage.tsx';
import { texts } from './texts.ts';

afterEach(() => vi.unstubAllGlobals());

test('a tree that cannot be read is cleared and says why, and comes back', async () => {
  const node = { id: 7, name: 'Press hall', code: 'H', category: '0', siteId: 2, ix: 0, children: [] };
  const tree = [node as unknown as ObjectNode];
  let broken = false;
  answerCalls(({ path }) => {
    if (path.includes('getBaseInfo')) return { code: 404, message: 'It is gone', data: null };
    if (!path.includes('getTree')) return { code: 200, message: '', data: [] };
    return broken
      ? { code: 500, message: 'The tree is ill', data: null }
      : { code: 200, message: '', data: tree };
  });
  const router = createRouter({
    routeTree: createRootRoute({ component: ObjectTreePage }),
    history: createMemoryHistory({ initialEntries: ['/'] }),
  });
  await draw(<RouterProvider router={router as never} />, {
    as: {
      user: { userId: 1, userName: 'a', name: 'A', accountType: '0', orgId: 1, orgName: 'W', icon: null },
      roles: [],
      funCodes: [],
      consumers: [{ orgId: 1, orgName: 'W' }],
    },
    phrases: { monitorObject: texts },
  });
  expect(await screen.findByText('Press hall')).toBeInTheDocument();
  // The first station is in view.
  expect(await screen.findByText(/It is gone/)).toBeInTheDocument();
  broken = true;
  await queryClient.invalidateQueries({ queryKey: ['archive'] });
  expect(await screen.findByText(/The tree is ill/)).toBeInTheDocument();
  expect(screen.queryByText('Press hall')).toBeNull();
  broken = false;
  await queryClient.invalidateQueries({ queryKey: ['archive'] });
  await waitFor(() => expect(screen.getByText('Press hall')).toBeInTheDocument());
});
