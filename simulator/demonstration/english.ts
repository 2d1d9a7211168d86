import { campus } from '../plant/campus.ts';
import { MICROGRID_METERS } from '../plant/microgridMeters.ts';
import { steel } from '../plant/steel.ts';

/** What the offices of the plants call things, beside the names on the drawings. */
const OWN: Readonly<Record<string, string>> = {
  // prices and money
  大工业分时: 'Large industry, time of use',
  大工业两部制: 'Large industry, two-part',
  市场化代理购电: 'Market price by agency',
  广东分时: 'Guangdong, time of use',
  广东大工业: 'Guangdong, large industry',
  总进线需量: 'Demand of the infeed',
  农网还贷基金: 'Rural grid loan fund',
  可再生能源附加: 'Renewable energy surcharge',
  // reports and news
  用能月报: 'Energy of the month',
  分时电量周报: 'Tariff periods of the week',
  系统升级通知: 'The platform is updated on Sunday',
  新的分时电价: 'New time-of-use prices',
  // sites, objects and devices
  模拟三相电表: 'Simulated three-phase meter',
  'Modbus 采集器': 'Modbus collector',
  '空压站 Modbus': 'Compressor station, Modbus',
  总配电室: 'Main switch room',
  厂区大门: 'Main gate',
  空压站: 'Compressor station',
  '1# 主变压器': 'Main transformer 1',
  采集终端: 'Terminal that reads the meters',
  表计组: 'Meters',
  供电公司: 'Power supply company',
  省重点用能单位能耗在线监测平台: 'Provincial platform of energy monitoring',
  值班室: 'Control room',
  当班值长: 'Shift leader',
  额定容量: 'Rated capacity',
  阻抗电压: 'Impedance voltage',
  冷却方式: 'Cooling',
  投入运行: 'Put into operation',
  年度预防性试验: 'Yearly preventive test',
  总降压站一次图: 'Single-line diagram of the main substation',
  标准配电站: 'Usual switching station',
  电压上下限: 'Limits of the voltage',
  功率因数下限: 'Lowest power factor',
  每日巡视拍照: 'Daily pictures of the round',
  华岭集团: 'Hualing Group',
  平台运营: 'Platform operator',
  // charging
  '1# 快充桩': 'Fast charger 1',
  '2# 慢充桩': 'Slow charger 2',
  '3# 慢充桩': 'Slow charger 3',
  // the sample plant
  样例厂区: 'Sample works',
  样例钢厂: 'Sample steel plant',
  样例钢厂进线: 'Infeed of the sample plant',
  // work
  四班三运转: 'Four crews, three shifts',
  年度检修: 'Yearly overhaul',
  // the metering archive
  能源管理岗: 'Post of energy management',
  能源管理办公室: 'Energy office',
  能源部部长: 'Head of energy',
  能源管理员: 'Energy manager',
  在线监测管理员: 'Keeper of online monitoring',
  计量管理员: 'Keeper of metering',
  办公服务: 'Office services',
  电炉炼钢: 'Melting',
  连铸: 'Casting',
  热轧: 'Rolling',
  公辅: 'Utilities',
  公共区域: 'Common areas',
  办公区域: 'Offices',
  空压系统余热回收: 'Heat recovered from the compressors',
  '全厂用电（实时）': 'Electricity of the plant (real time)',
  '全厂用电（日）': 'Electricity of the plant (day)',
  '全厂用电（月）': 'Electricity of the plant (month)',
  '全厂用电（年）': 'Electricity of the plant (year)',
  '全厂用气（日）': 'Natural gas of the plant (day)',
  '全厂用热（日）': 'Heat of the plant (day)',
  蒸汽总管流量计: 'Flow meter of the steam main',
  能源计量组织机构图: 'Organisation chart',
  能源计量自查报告: 'Self-inspection report',
  能源计量管理制度: 'Metering rules',
  能源计量审查报告: 'Review report',
  能源流向图: 'Energy flow',
  能源计量网络图: 'Meter network',
  自行检定校准量值传递框图: 'Self-verification',
  能源计量器具量值溯源框图: 'Traceability',
  // around the meters
  高温日: 'Hot day',
  供配电系统图: 'Power distribution',
  给排水系统图: 'Water supply',
  大厅展示屏: 'Board in the hall',
  照明总开关: 'Main switch of the lighting',
  除尘风门开度: 'Opening of the dust damper',
  备用回路: 'Spare circuit',
  照明不在操作中: 'Lighting is not being operated',
  继电器: 'Relays',
  空调总开关: 'Main switch of the air conditioning',
  配电室摄像机: 'Camera in the switch room',
  大门摄像机: 'Camera at the gate',
  空压站摄像机: 'Camera of the compressor station',
  告警录像: 'Recording of alarms',
  王立: 'Wang Li',
  李敏: 'Li Min',
  张强: 'Zhang Qiang',
  示范集团: 'Demonstration group',
  炼钢车间需量: 'Demand of the melt shop',
  // the microgrid
  '1# 储能电站': 'Battery station 1',
  屋顶光伏: 'PV on the roof',
  '光储充 EMS': 'EMS of the microgrid',
  // departments, people and what they have to do with
  能源部: 'Energy department',
  计量室: 'Metering office',
  生产部: 'Production department',
  陈静: 'Chen Jing',
  周海: 'Zhou Hai',
  春节值守: 'Work through Spring Festival',
  国庆值守: 'Work through National Day',
  方坯连铸机: 'Billet caster',
  燃气锅炉: 'Gas boiler',
  加热炉燃气表: 'Gas meter of the reheating furnace',
  锅炉燃气表: 'Gas meter of the boiler',
};

/** The names on the drawings of the plants, in Chinese and English. */
const drawn = (): [string, string][] =>
  [steel, campus].flatMap((design) =>
    [
      design,
      ...design.sites,
      ...design.meters,
      ...design.units,
      ...(design.systems ?? []),
      ...(design.procedures ?? []),
      ...(design.product ? [design.product] : []),
    ].map(({ name, nameEn }): [string, string] => [name, nameEn]),
  );

const names = new Map<string, string>([
  ...drawn(),
  ...MICROGRID_METERS.map(({ name, nameEn }): [string, string] => [name, nameEn]),
  ...Object.entries(OWN),
]);

/** What a thing of the demonstration is called in English; undefined where nothing is said. */
export const englishOf = (chinese: string): string | undefined => names.get(chinese);
