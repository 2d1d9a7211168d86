import { ALL, READ, named, resourceScreen, screen, subject, views, wing } from './node.ts';

export const statistics = wing('Statistics', '统计', 'Statistics', 'statistic', [
  subject('Statistics.Use', '用能统计', 'Energy statistics', [
    screen('SDNPowerStatistic.Overview', '统计总览', 'Overview of statistics'),
    views('Statistics.Use.Broken', '分项统计', 'Broken down', [
      screen('SDNPowerStatistic.Enterprise', '企业统计', 'By enterprise'),
      screen('SDNPowerStatistic.Procedure', '工序统计', 'By procedure'),
      screen('SDNPowerStatistic.Classify', '分类统计', 'By energy'),
      screen('SDNPowerStatistic.Team', '班组统计', 'By team'),
    ]),
    screen('SDNPowerStatistic.Production', '产量统计', 'Production'),
  ]),
  subject('Statistics.Report', '统计报表', 'Statistics report', [
    screen('SDNPowerStatistic.Report', '统计报表', 'Statistics report'),
  ]),
  subject('Statistics.Factor', '折标与碳系数', 'Coal and carbon', [
    screen('SDNPowerAdmin.SDNCoefficient', '折标与碳系数', 'Coal and carbon factors'),
    resourceScreen('coefficient', ALL),
    resourceScreen('energyFactor', READ),
  ]),
  subject('Statistics.Setting', '统计配置', 'Statistics settings', [
    views('Statistics.Setting.Rules', '统计口径', 'Rules of statistics', [
      screen('SDNStatisticsCfg.CalculateCfg', '计算配置', 'What is counted'),
      screen('SDNStatisticsCfg.DisplayCfg', '显示配置', 'What is shown'),
      screen('SDNStatisticsCfg.FormsCfg', '报表配置', 'What is reported'),
      screen('SDNStatisticsCfg.AnalysisCfg', '分析配置', 'What is compared'),
    ]),
    named(resourceScreen('statisticsCfg', ALL), '统计配置清单', 'List of statistics settings'),
  ]),
]);
