import type { ComponentType } from 'react';
import type { Analysis } from '#web/analysisFrame/analysis.ts';
import { analysisScreen } from '#web/analysisFrame/analysisScreen.ts';
import type { PageRoute, WebFeature } from '#web/page.ts';

type Statistics = typeof import('./statistics.ts');

/** The screen of a statistic: the frame of analyses around it. */
const screen = (
  path: string,
  zh: string,
  en: string,
  choose: (statistics: Statistics) => Analysis,
): PageRoute => ({
  path,
  title: { zh, en },
  load: analysisScreen(async () => choose(await import('./statistics.ts'))),
});

const settings = (
  path: string,
  zh: string,
  en: string,
  choose: (configs: typeof import('./configs.ts')) => ComponentType,
): PageRoute => ({
  path: `/SDNStatisticsCfg/${path}`,
  title: { zh, en },
  load: async () => ({ default: choose(await import('./configs.ts')) }),
});

export const statistics: WebFeature = {
  routes: [
    screen('/SDNPowerStatistic/Overview', '统计总览', 'Overview of statistics', (all) => all.overview),
    screen('/SDNPowerStatistic/Enterprise', '企业统计', 'By enterprise', (all) => all.enterprise),
    screen('/SDNPowerStatistic/Procedure', '工序统计', 'By procedure', (all) => all.procedure),
    screen('/SDNPowerStatistic/Classify', '分类统计', 'By energy', (all) => all.classify),
    screen('/SDNPowerStatistic/Team', '班组统计', 'By team', (all) => all.team),
    screen('/SDNPowerStatistic/Production', '产量统计', 'Production', (all) => all.production),
    screen('/SDNPowerStatistic/Report', '统计报表', 'Statistics report', (all) => all.form),
    screen('/SDNPowerAdmin/SDNPowerOverview', '用能总览', 'Energy at a glance', (all) => all.powerOverview),
    screen('/SDNPowerAdmin/ClassConsumption', '班次用能', 'Energy by shift', (all) => all.shift),
    screen(
      '/SDNPowerAdmin/SDNStandardAnalysis',
      '单耗对标',
      'Unit consumption against norms',
      (all) => all.standard,
    ),
    settings('CalculateCfg', '计算配置', 'What is counted', (all) => all.calculate),
    settings('DisplayCfg', '显示配置', 'What is shown', (all) => all.display),
    settings('FormsCfg', '报表配置', 'What is reported', (all) => all.forms),
    settings('AnalysisCfg', '分析配置', 'What is compared', (all) => all.compared),
  ],
};
