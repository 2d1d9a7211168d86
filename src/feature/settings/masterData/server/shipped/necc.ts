/**
 * Code lists of the national online monitoring system of key energy users, as its provincial platforms hand them out
 * (NHJC-2018 base data): code, name, after `|` the name in English, and after `<` the code above it.
 */

/** List 8: energy types; the first two digits are the rows of the statistical table 205-1. */
export const ENERGY_TYPES = `
0000 综合能耗 | Comprehensive energy consumption
01 一次能源 | Primary energy
0100 原煤 | Raw coal < 01
0102 无烟煤 | Anthracite < 0100
0103 炼焦烟煤 | Coking bituminous coal < 0100
0104 一般烟煤 | General bituminous coal < 0100
0105 褐煤 | Lignite < 0100
1800 原油 | Crude oil < 01
1500 天然气（气态） | Natural gas (gaseous) < 01
02 二次能源 | Secondary energy
0600 洗精煤 | Cleaned coal < 02
0700 其它洗煤 | Other washed coal < 02
0800 煤制品 | Coal products < 02
0900 焦炭 | Coke < 02
1000 其它焦化产品 | Other coking products < 02
1100 焦炉煤气 | Coke oven gas < 02
1200 高炉煤气 | Blast furnace gas < 02
1300 转炉煤气 | Converter gas < 02
1400 发生炉煤气 | Producer gas < 02
1600 液化天然气（液态） | Liquefied natural gas < 02
1700 煤层气（煤田） | Coalbed methane < 02
1900 汽油 | Gasoline < 02
2000 煤油 | Kerosene < 02
2100 柴油 | Diesel oil < 02
2200 燃料油 | Fuel oil < 02
2300 液化石油气 | Liquefied petroleum gas < 02
2400 炼厂干气 | Refinery gas < 02
2500 石脑油 | Naphtha < 02
2600 润滑油 | Lubricants < 02
2700 石蜡 | Paraffin wax < 02
2800 溶剂油 | Solvent oil < 02
2900 石油焦 | Petroleum coke < 02
3000 石油沥青 | Petroleum asphalt < 02
3100 其他石油制品 | Other petroleum products < 02
3200 热力 | Heat < 02
3300 电力 | Electricity < 02
3400 煤矸石用于燃料 | Coal gangue used as fuel < 02
3500 城市生活垃圾用于燃料 | Municipal waste used as fuel < 02
3600 生物质废料用于燃料 | Biomass waste used as fuel < 02
3700 余热余压 | Waste heat and pressure < 02
3800 其它工业废料用于燃料 | Other industrial waste used as fuel < 02
3900 其它燃料 | Other fuels < 02
4000 乙醇燃料 | Ethanol fuel < 02
`;

/** List 15: meter types. */
export const METER_TYPES = `
12040000 非自动衡器 | Non-automatic weighing instruments
12040500 非自动秤 | Non-automatic scales
12041000 非自动指示轨道衡 | Non-automatic indicating rail-weighbridge
12041500 数字指示轨道衡 | Digital indicating rail-weighbridge
12060000 自动衡器 | Automatic weighing instruments
12060500 重力式自动装料衡器 | Automatic gravimetric filling instrument
12061000 连续累计自动衡器（皮带秤） | Continuous totalizing weigher (belt weigher)
12061500 非连续累计自动衡器 | Discontinuous totalizing weigher
12062000 动态汽车衡（车辆总重计量） | Weigh-in-motion road weighbridge (gross vehicle mass)
12062500 动态称量轨道衡 | Weigh-in-motion rail-weighbridge
12063000 核子皮带秤 | Nuclear belt weigher
12080000 称重传感器 | Load cells
12120000 称重显示器 | Weighing indicators
12120500 数字称重显示器 | Digital weighing indicator
12180000 流量计 | Flow meters
12180500 差压式流量计 | Differential pressure flow meter
12181000 速度式流量计 | Velocity flow meter
12181500 液体容积式流量计 | Positive displacement meter for liquids
12182000 转子流量计 | Rotameter
12182500 靶式流量变送器 | Target flow transmitter
12183000 临界流流量计 | Critical flow meter
12183500 质量流量计 | Mass flow meter
12184000 气体层流流量传感器 | Laminar gas flow sensor
12184500 气体容积式流量计（气体腰轮流量计） | Positive displacement gas meter (rotary)
12220000 燃气表 | Gas meters
12220500 膜式燃气表 | Diaphragm gas meter
12240000 热能表 | Heat meters
12320000 压力仪表 | Pressure instruments
12320500 弹簧管式精密压力表和真空表 | Precision pressure and vacuum gauge, elastic element
12321000 弹簧管式一般压力表、压力真空表和真空表 | General pressure, compound and vacuum gauge, elastic element
12321500 膜盒压力表 | Capsule pressure gauge
12322000 记录式压力表、压力真空表及真空表 | Recording pressure, compound and vacuum gauge
12323000 压力控制器 | Pressure controller
12323500 数字压力计 | Digital pressure gauge
12340000 压力变送器和压力传感器 | Pressure transmitters and sensors
12340500 压力变送器 | Pressure transmitter
12341000 压力传感器 | Pressure sensor
15260000 电能表 | Electricity meters
15260500 交流电能表 | AC electricity meter
15261000 电子式电能表 | Electronic electricity meter
15261500 分时计度（多费率）电能表 | Time-of-use (multi-tariff) electricity meter
15262000 最大需量电能表 | Maximum demand electricity meter
15262500 直流电能表 | DC electricity meter
`;

/** List 16: enterprise types. */
export const ENTERPRISE_TYPES = `
100 内资企业 | Domestic enterprises
110 国有企业 | State-owned enterprise
120 集体企业 | Collective enterprise
130 股份合作企业 | Joint-stock cooperative enterprise
140 联营企业 | Joint operation enterprises
141 国有联营企业 | State joint operation
142 集体联营企业 | Collective joint operation
143 国有与集体联营企业 | State and collective joint operation
149 其他联营企业 | Other joint operation
150 有限责任公司 | Limited liability companies
151 国有独资企业 | Wholly state-owned company
159 其他有限责任公司 | Other limited liability company
160 股份有限公司 | Company limited by shares
170 私营企业 | Private enterprises
171 私营独资企业 | Private sole proprietorship
172 私营合伙企业 | Private partnership
173 私营有限责任公司 | Private limited liability company
174 私营股份有限公司 | Private company limited by shares
190 其他企业 | Other enterprise
200 港、澳、台投资企业 | Enterprises with Hong Kong, Macao or Taiwan investment
210 合资经营企业（港或澳、台资） | Equity joint venture (Hong Kong, Macao or Taiwan)
220 合作经营企业（港或澳、台资） | Cooperative joint venture (Hong Kong, Macao or Taiwan)
230 港、澳、台商独资经营企业 | Wholly owned by investors of Hong Kong, Macao or Taiwan
240 港、澳、台商投资股份有限公司 | Company limited by shares with Hong Kong, Macao or Taiwan investment
300 外商投资企业 | Enterprises with foreign investment
310 中外合资经营企业 | Chinese-foreign equity joint venture
320 中外合作经营企业 | Chinese-foreign cooperative joint venture
330 外资企业 | Wholly foreign-owned enterprise
340 外商投资股份有限公司 | Company limited by shares with foreign investment
`;

/** List 6: where a value is collected. */
export const ORIGINS = `
1 管理信息系统 | Management information system
2 生产监控管理系统 | Production supervision and management system
3 分布式（工业）控制系统 | Distributed (industrial) control system
4 现场仪表 | Field instrument
5 手工填报 | Manual entry
`;

/** List 7: what a collected value is about. */
export const COLLECT_TYPES = `
01 一次能源 | Primary energy
02 二次能源 | Secondary energy
03 耗能工质 | Energy-carrying media
04 非能源类产品 | Non-energy products
05 一次能源折标系数 | Coal equivalent factor of primary energy
06 二次能源折标系数 | Coal equivalent factor of secondary energy
07 耗能工质折标系数 | Coal equivalent factor of energy-carrying media
08 能效指标 | Energy efficiency indicators
09 经营指标 | Business indicators
10 其他数据 | Other data
`;

/** List 14: what energy is used for; the codes seen in public clients, further ones are added or imported. */
export const ENERGY_USES = `
10 购进 | Purchased
20 消费 | Consumed
21 工业生产消费 | Consumed in industrial production
22 非工业生产消费 | Consumed outside industrial production
23 工业生产消费用作原材料 | Consumed in industrial production as raw material
30 产出 | Produced
31 产出用于工业 | Produced for industry
32 产出用于非工业 | Produced for other use
40 回收利用 | Recovered
`;

/** List 3: processes of steel (C31) and oil (C25), the two whose samples are public. */
export const PROCESSES = `
C31.01 焦化 | Coking
C31.02 烧结 | Sintering
C31.03 球团 | Pelletizing
C31.04 高炉炼铁 | Blast furnace ironmaking
C31.05 转炉 | Converter steelmaking
C31.06 电炉 | Electric furnace steelmaking
C31.07 连铸 | Continuous casting
C31.08 热轧 | Hot rolling
C31.09 冷轧 | Cold rolling
C25.01 炼油 | Oil refining
C25.02 乙烯 | Ethylene
C25.03 聚丙烯 | Polypropylene
C25.04 PX联合 | PX complex
C25.05 PTA | PTA
C25.06 合成橡胶 | Synthetic rubber
`;
