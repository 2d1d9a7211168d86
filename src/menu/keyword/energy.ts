import type { KeywordTable } from '../keyword.ts';

export const energy: KeywordTable = {
  'SDNMonitoring.Overview': [
    '今天,今日用电,实时功率,总览,看板,现在',
    'today, dashboard, live power, now, overview',
  ],
  'SDNPowerAdmin.SDNPowerOverview': [
    '用能概况,总用电,综合能耗,总能耗',
    'total use, consumption, comprehensive energy',
  ],
  'SDNPowerAdmin.SDNPowerAnalysis': [
    '用电量,电量查询,用水量,用气量,同比,环比,历史用量,日用电,月用电',
    'energy use, kWh, consumption by day, year on year, month on month, usage history',
  ],
  'SDNPowerAdmin.SDNTimeShareAnalysis': [
    '尖峰平谷,尖峰,峰谷,峰平谷,谷电,分时电量,深谷',
    'sharp peak flat valley, peak and valley, off-peak, time of use energy',
  ],
  'SDNPowerAdmin.SDNCycleAnalysis': [
    '一周,周末用电,工作日,夜间用电,待机',
    'week, weekday, weekend use, night use, base load',
  ],
  'SDNPowerAdmin.SDNEnergyTrend': ['趋势,曲线,多表对比,走势', 'trend, curve, several meters, lines'],
  'SDNPowerAdmin.SDNCompareAnalysis': ['同期,去年同期,车间对比', 'compare, last year, side by side'],
  'SDNPowerAdmin.SDNPowerRankPage': ['排行,用电大户,前十', 'top ten, biggest consumers, rank'],
  'SDNPowerAdmin.SDNLoadAnalysis': [
    '负荷曲线,功率曲线,负荷率,峰谷差,日负荷,热力图,全年负荷',
    'load curve, power curve, load profile, load rate, load factor, heat map',
  ],
  'SDNPowerAdmin.SDNPeakPage': ['最大负荷,峰值,尖峰负荷,高峰分析', 'peak load, maximum load, peak analysis'],
  'SDNPowerAdmin.SDNPowerFlowPage': ['桑基图,能源流向,去向,分摊', 'sankey, where energy goes, flow diagram'],
  'SDNPowerAdmin.SDNElectricQualityAnalysis': [
    '功率因数,谐波,电压,电流,三相不平衡,电压合格率,频率,无功,力率',
    'power factor, harmonics, voltage, current, unbalance, THD, frequency, reactive power, cos phi',
  ],
  'SDNPowerAdmin.AirCtrlEfficiencyAnalysis': [
    '空调,制冷,冷水机组,冷机,能效比',
    'COP, chiller, HVAC, cooling, EER',
  ],
  'SDNPowerAdmin.AirCtrlDataCompare': ['冷机对比,机组对比', 'chillers compared'],
  'SDNPowerAdmin.AirCtrlDataScatter': ['散点图,冷机散点', 'chiller scatter plot'],
  'SDNPowerAdmin.AirCtrlDataMonitor': ['冷冻水,冷却水,供水温度', 'chilled water, supply temperature'],
  'SDNPowerAdmin.AirZipEfficiencyAnalysis': [
    '空压机,气电比,比功率,压缩空气',
    'compressed air, specific power, air compressor',
  ],
  'SDNPowerAdmin.AirZipDataMonitor': ['空压站,排气压力', 'air pressure, compressor room'],
  'archive.keySystem': ['空调系统,空压系统,制冷站', 'cooling plant, compressor system'],
  'SDNPowerAdmin.ClassConsumption': ['班组用电,早班,夜班,白班,倒班', 'energy per shift, night shift, crew'],
  'SDNPowerAdmin.SDNStandardAnalysis': [
    '单耗,单位产品能耗,定额,对标,吨钢电耗,单耗分析',
    'energy per unit, specific consumption, energy intensity, norm, benchmark',
  ],
  'archive.unitConfig': ['单耗设置,产量录入,定额设置', 'energy per piece, set norms, output entry'],
  'archive.classConfig': ['排班,三班倒,班组', 'shift plan, crews, roster'],
  'SDNPowerAdmin.SDNStatementStatistics': [
    '日报,月报,年报,抄表报表',
    'daily report, monthly report, report, statement',
  ],
  'SDNPowerAdmin.SDNPowerReport': ['已出报表,下载报表,历史报表', 'download reports, reports sent'],
  'archive.energyReport': ['定时报表,自动报表,报表模板', 'scheduled report, automatic report'],
};
