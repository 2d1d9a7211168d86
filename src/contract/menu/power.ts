import { ALL, button, resourceScreen, screen } from './node.ts';
import type { MenuNode } from './node.ts';

export const powerAdmin: MenuNode = {
  funCode: 'SDNPowerAdmin',
  name: { zh: '用能分析', en: 'Energy analysis' },
  type: 'group',
  icon: 'chart',
  enterprise: true,
  children: [
    screen('SDNPowerAdmin.SDNPowerOverview', '用能总览', 'Energy at a glance'),
    screen('SDNPowerAdmin.SDNPowerAnalysis', '用能分析', 'Energy analysis'),
    screen('SDNPowerAdmin.SDNTimeShareAnalysis', '分时分析', 'Time-share analysis'),
    screen('SDNPowerAdmin.SDNCycleAnalysis', '周期分析', 'Weekly cycle'),
    screen('SDNPowerAdmin.SDNCompareAnalysis', '对比分析', 'Comparison'),
    screen('SDNPowerAdmin.SDNLoadAnalysis', '负荷分析', 'Load analysis'),
    {
      ...screen('SDNPowerAdmin.SDNDemandAnalysis', '需量分析', 'Demand analysis'),
      children: [button('analysis.demandStandard.edit', '设置需量标准', 'Set lines of demand')],
    },
    {
      ...screen('SDNPowerAdmin.SDNElectricQualityAnalysis', '电能质量', 'Power quality'),
      children: [button('analysis.qualityStandard.edit', '设置质量标准', 'Set standards of quality')],
    },
    screen('SDNPowerAdmin.SDNPeakPage', '高峰分析', 'Peak analysis'),
    screen('SDNPowerAdmin.AirCtrlEfficiencyAnalysis', '空调能效分析', 'Air conditioning efficiency'),
    screen('SDNPowerAdmin.AirCtrlDataCompare', '空调数据对比', 'Air conditioning compared'),
    screen('SDNPowerAdmin.AirCtrlDataScatter', '空调数据散点', 'Air conditioning scatter'),
    screen('SDNPowerAdmin.AirCtrlDataMonitor', '空调数据监测', 'Air conditioning monitor'),
    screen('SDNPowerAdmin.AirZipEfficiencyAnalysis', '空压能效分析', 'Compressor efficiency'),
    screen('SDNPowerAdmin.AirZipDataMonitor', '空压数据监测', 'Compressor monitor'),
    resourceScreen('keySystem', ALL),
    screen('SDNPowerAdmin.SDNPowerRankPage', '用能排名', 'Energy ranking'),
    screen('SDNPowerAdmin.SDNPowerFlowPage', '能流分析', 'Energy flow'),
    screen('SDNPowerAdmin.SDNStatementStatistics', '报表统计', 'Statement'),
    screen('SDNPowerAdmin.SDNDemandGuard', '需量监控', 'Demand guard'),
    screen('SDNPowerAdmin.SDNCoulometryChargeAnalysis', '电量电费分析', 'Charge analysis'),
    screen('SDNPowerAdmin.SDNEnergyTrend', '用能趋势', 'Energy trends'),
    screen('SDNPowerAdmin.SDNCoefficient', '折标与碳系数', 'Coal and carbon factors'),
    resourceScreen('unitConfig', ALL),
    screen('SDNPowerAdmin.SDNStandardAnalysis', '单耗对标', 'Unit consumption norms'),
    resourceScreen('costBenefit', ALL),
    screen('SDNPowerAdmin.ClassConsumption', '班次用能', 'Energy by shift'),
    resourceScreen('energyReport', ALL),
    screen('SDNPowerAdmin.SDNPowerReport', '报表查阅', 'Reports made'),
    {
      funCode: 'SDNPowerAdmin.SDNDataInput',
      name: { zh: '数据录入', en: 'Data input' },
      type: 'screen',
      url: '/SDNPowerAdmin/SDNDataInput',
      enterprise: true,
      children: [
        button('dataInput.add', '录入', 'Enter'),
        button('dataInput.import', '导入', 'Import'),
        button('dataInput.del', '撤销', 'Undo'),
        button('dataInput.statistics', '运行统计', 'Run statistics'),
      ],
    },
  ],
};

export const powerStatistic: MenuNode = {
  funCode: 'SDNPowerStatistic',
  name: { zh: '用能统计', en: 'Statistics' },
  type: 'group',
  icon: 'chart',
  enterprise: true,
  children: [
    screen('SDNPowerStatistic.Overview', '统计总览', 'Overview of statistics'),
    screen('SDNPowerStatistic.Enterprise', '企业统计', 'By enterprise'),
    screen('SDNPowerStatistic.Procedure', '工序统计', 'By procedure'),
    screen('SDNPowerStatistic.Classify', '分类统计', 'By energy'),
    screen('SDNPowerStatistic.Team', '班组统计', 'By team'),
    screen('SDNPowerStatistic.Production', '产量统计', 'Production'),
    screen('SDNPowerStatistic.Report', '统计报表', 'Statistics report'),
  ],
};

export const statisticsCfg: MenuNode = {
  funCode: 'SDNStatisticsCfg',
  name: { zh: '统计配置', en: 'Statistics settings' },
  type: 'group',
  icon: 'setting',
  enterprise: true,
  children: [
    screen('SDNStatisticsCfg.CalculateCfg', '计算配置', 'What is counted'),
    screen('SDNStatisticsCfg.DisplayCfg', '显示配置', 'What is shown'),
    screen('SDNStatisticsCfg.FormsCfg', '报表配置', 'What is reported'),
    screen('SDNStatisticsCfg.AnalysisCfg', '分析配置', 'What is compared'),
    resourceScreen('statisticsCfg', ALL),
  ],
};

export const powerPrice: MenuNode = {
  funCode: 'SDNPowerPrice',
  name: { zh: '电价与电费', en: 'Prices and bills' },
  type: 'group',
  icon: 'price',
  enterprise: true,
  children: [
    {
      ...screen('SDNPowerAudit.SDNPowerBill', '电费账单', 'Electricity bill'),
      children: [button('price.bill.issue', '出账', 'Issue bills')],
    },
    resourceScreen('priceScheme', ALL),
    resourceScreen('priceAgreement', ALL),
    resourceScreen('priceStop', ALL),
    resourceScreen('priceVersion', ALL),
    resourceScreen('priceMarket', ALL),
    resourceScreen('priceCurve', ALL),
    resourceScreen('priceParameter', ALL),
    resourceScreen('priceInvoice', ALL),
    resourceScreen('demandGuard', ALL),
  ],
};
