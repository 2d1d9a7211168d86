import type { PageRoute, WebFeature } from './page.ts';
import { session } from './session/pages.ts';

/** Every feature with screens, one line each. */
const features: readonly WebFeature[] = [session];

/** Every screen of the product, those of the uniform resources included. */
export const pages: readonly PageRoute[] = features.flatMap((feature) => feature.routes);
