import { ALL, button, resourceScreen, screen, subject, views, wing } from './node.ts';

export const energy = wing('Energy', '用能', 'Energy', 'chart', [
  subject('Energy.Analysis', '用能情况', 'Energy use', [
    screen('SDNPowerAdmin.SDNPowerOverview', '用能总览', 'Energy at a glance'),
    screen('SDNPowerAdmin.SDNPowerAnalysis', '用能分析', 'Energy analysis'),
    screen('SDNPowerAdmin.SDNTimeShareAnalysis', '分时分析', 'Time-of-use analysis'),
    screen('SDNPowerAdmin.SDNCycleAnalysis', '周期分析', 'Weekly cycle'),
    screen('SDNPowerAdmin.SDNEnergyTrend', '用能趋势', 'Energy trends'),
  ]),
  subject('Energy.Compare', '对比与排名', 'Comparison and ranking', [
    screen('SDNPowerAdmin.SDNCompareAnalysis', '对比分析', 'Comparison'),
    screen('SDNPowerAdmin.SDNPowerRankPage', '用能排名', 'Energy ranking'),
  ]),
  subject('Energy.Load', '负荷', 'Load', [
    screen('SDNPowerAdmin.SDNLoadAnalysis', '负荷分析', 'Load analysis'),
    screen('SDNPowerAdmin.SDNPeakPage', '最高负荷', 'Highest loads'),
  ]),
  subject('Energy.Flow', '能流分析', 'Energy flow', [
    screen('SDNPowerAdmin.SDNPowerFlowPage', '能流分析', 'Energy flow'),
  ]),
  subject('Energy.Quality', '电能质量', 'Power quality', [
    {
      ...screen('SDNPowerAdmin.SDNElectricQualityAnalysis', '电能质量', 'Power quality'),
      children: [button('analysis.qualityStandard.edit', '设置质量标准', 'Set standards of quality')],
    },
  ]),
  subject('Energy.KeySystem', '重点系统', 'Key systems', [
    views('Energy.KeySystem.AirConditioning', '空调', 'Air conditioning', [
      screen('SDNPowerAdmin.AirCtrlEfficiencyAnalysis', '空调能效分析', 'Air conditioning efficiency'),
      screen('SDNPowerAdmin.AirCtrlDataCompare', '空调数据对比', 'Air conditioning compared'),
      screen('SDNPowerAdmin.AirCtrlDataScatter', '空调数据散点', 'Air conditioning scatter'),
      screen('SDNPowerAdmin.AirCtrlDataMonitor', '空调数据监测', 'Air conditioning monitor'),
    ]),
    views('Energy.KeySystem.AirCompression', '空压', 'Compressed air', [
      screen('SDNPowerAdmin.AirZipEfficiencyAnalysis', '空压能效分析', 'Compressor efficiency'),
      screen('SDNPowerAdmin.AirZipDataMonitor', '空压数据监测', 'Compressor monitor'),
    ]),
    resourceScreen('keySystem', ALL),
  ]),
  subject('Energy.Output', '班次与单耗', 'Shifts and output', [
    screen('SDNPowerAdmin.ClassConsumption', '班次用能', 'Energy by shift'),
    screen('SDNPowerAdmin.SDNStandardAnalysis', '单耗对标', 'Unit consumption against norms'),
    resourceScreen('unitConfig', ALL),
    resourceScreen('classConfig', ALL),
  ]),
  subject('Energy.Report', '报表', 'Reports', [
    screen('SDNPowerAdmin.SDNStatementStatistics', '报表统计', 'Energy statement'),
    screen('SDNPowerAdmin.SDNPowerReport', '报表查阅', 'Generated reports'),
    resourceScreen('energyReport', ALL),
  ]),
]);
