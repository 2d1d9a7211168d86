import { queryOptions } from '@tanstack/react-query';
import type { Scene } from '#contract/scene/scene.ts';
import type { Space } from '#contract/scene/space.ts';
import { get, type Params } from '#web/api.ts';
import type { RawAddress } from '#web/address.ts';
import { queryClient } from '#web/api/queryClient.ts';
import type { SceneAnswer } from '../contract.ts';

export const AREA = 'archive/monitorDiagram';

/** A call on diagrams. */
export const asked = <T>(
  path: string,
  params: Params,
  more: { refetchInterval?: number; staleTime?: number } = {},
) =>
  queryOptions({
    queryKey: [AREA, path, params],
    queryFn: ({ signal }) => get<T>(`${AREA}/${path}`, params, { quiet: true, signal }),
    ...more,
  });

/** A picture of a diagram, of the kind that its `panelType` says. */
export const sceneQuery = (id: number, which: { readonly published?: 1; readonly no?: number }) =>
  asked<SceneAnswer<Scene | Space>>('getScene', { id, ...which });

/** Asks for the published picture that an address names while its screen is still on its way. */
export function askAhead({ diagram }: RawAddress): void {
  const id = Number(diagram);
  if (Number.isSafeInteger(id) && id > 0) void queryClient.prefetchQuery(sceneQuery(id, { published: 1 }));
}
