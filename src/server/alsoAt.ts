import type { Text } from '#contract/text.ts';
import type { Route } from './route.ts';

/** What the same call is called at another address. */
interface Elsewhere {
  readonly summary?: Text;
  readonly example?: Readonly<Record<string, unknown>>;
}

/** The same call at a further address: same handler, parameters, permission and scope. */
export const alsoAt = (route: Route, path: string, elsewhere: Elsewhere = {}): Route => ({
  ...route,
  ...elsewhere,
  path,
});
