import { queryClient } from './queryClient.ts';

/** Where the page keeps who is signed in. */
export const SESSION_KEY = ['sys', 'getUserInfo'] as const;

/** The account that the page shows, by its number; undefined before it is known. */
export const shownAccount = (): number | undefined =>
  queryClient.getQueryData<{ readonly user: { readonly userId: number } } | null>(SESSION_KEY)?.user.userId;
