import { HOMES, OVERVIEW } from '#contract/home.ts';
import type { WebFeature } from '#web/page.ts';

export const home: WebFeature = {
  routes: HOMES.filter(({ url }) => url !== OVERVIEW).map(({ url, title }) => ({
    path: url,
    title,
    antd: false,
    load: () => import('./HomePage.tsx'),
  })),
};
