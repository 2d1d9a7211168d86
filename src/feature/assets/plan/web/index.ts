import type { Text } from '#contract/text.ts';
import type { PageRoute, WebFeature } from '#web/page.ts';

const page = (name: string, title: Text, load: PageRoute['load']): PageRoute => ({
  path: `/SDNGuangchuchong/Chunengcelve/${name}`,
  title,
  load,
});

/** Strategies and plans of storage stations. */
export const plan: WebFeature = {
  routes: [
    page('Setting', { zh: '策略与计划', en: 'Strategies and plans' }, () => import('./SettingPage.tsx')),
    page('Publish', { zh: '计划下发', en: 'Issue plans' }, () => import('./PublishPage.tsx')),
    page('Monitor', { zh: '执行监视', en: 'Plan and actual' }, () => import('./MonitorPage.tsx')),
    page('Query', { zh: '历史曲线', en: 'Curves of the past' }, () => import('./QueryPage.tsx')),
  ],
};
