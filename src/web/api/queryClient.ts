import { QueryClient } from '@tanstack/react-query';

/** The one cache of server answers. A failed call is shown at once, not retried in silence. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { retry: false, staleTime: 30_000, refetchOnWindowFocus: false },
  },
});
