import type { KeywordTable } from '../keyword.ts';

export const statistics: KeywordTable = {
  'SDNPowerStatistic.Overview': ['统计,汇总,指标', 'statistics, summary, indicators'],
  'SDNPowerStatistic.Enterprise': ['全厂,各企业,分厂', 'whole plant, per company'],
  'SDNPowerStatistic.Procedure': ['工序能耗,炼钢,轧钢', 'energy of a process, per procedure'],
  'SDNPowerStatistic.Classify': [
    '水电气,分能源,能源品种',
    'water electricity gas, per energy type, per medium',
  ],
  'SDNPowerStatistic.Team': ['班组能耗,班组考核', 'per team, per crew'],
  'SDNPowerStatistic.Production': ['产量,吨', 'output, tonnes, production figures'],
  'SDNPowerStatistic.Report': ['统计表,上报表', 'statistics table, return'],
  'SDNPowerAdmin.SDNCoefficient': [
    '碳排,碳排放,二氧化碳,标煤,标准煤,折标,吨标煤',
    'carbon, CO2, emission, emissions, standard coal, tce, greenhouse gas',
  ],
  'archive.coefficient': ['折标系数,自定义系数', 'own factor, coal coefficient'],
  'archive.energyFactor': ['排放因子,折标因子,电网因子', 'emission factor, grid factor, carbon factor'],
  'SDNStatisticsCfg.CalculateCfg': ['计算口径,统计范围', 'scope of statistics, what counts'],
  'SDNStatisticsCfg.DisplayCfg': ['显示设置', 'display settings'],
  'SDNStatisticsCfg.FormsCfg': ['报表设置', 'report settings'],
  'SDNStatisticsCfg.AnalysisCfg': ['对比设置', 'comparison settings'],
  'archive.statisticsCfg': ['口径,统计设置', 'settings of statistics'],
};
