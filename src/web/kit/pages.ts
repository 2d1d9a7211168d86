import type { WebFeature } from '#web/page.ts';

/** The page that shows the kit; `npm run dev`, then `/#/kit`. */
export const kit: WebFeature = {
  routes: [
    { path: '/kit', title: { zh: '组件', en: 'Kit' }, antd: false, load: () => import('./KitPage.tsx') },
  ],
};
