import { queryOptions } from '@tanstack/react-query';
import { get, post } from '#web/api.ts';
import type { SignOnDoor } from '../contract.ts';

/** What the log-in page knows of single sign-on. */
export const doorQuery = queryOptions({
  queryKey: ['singleSignOn', 'getDoor'],
  queryFn: () => get<SignOnDoor>('sys/singleSignOn/getDoor', {}, { quiet: true }),
  staleTime: Infinity,
});

/** Goes to the provider; comes back at the page `/singleSignOn`. @throws ApiError where it cannot be begun */
export async function leaveForProvider(remember: boolean): Promise<void> {
  const { address } = await post<{ address: string }>(
    'sys/singleSignOn/begin',
    { remember: remember ? 1 : 0 },
    { quiet: true },
  );
  location.assign(address);
}
