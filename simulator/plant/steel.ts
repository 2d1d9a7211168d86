import { chiller, cold, furnace, heating, meals, none, office, shifts, steady } from './load.ts';
import type { PlantDesign, PlantMeter, PlantProcedure } from './meter.ts';
import { closed, type PlantPoint, ranByHand, visited, whileDrawing } from './point.ts';

const MAIN = 'HL-01';
const ROLLING = 'HL-02';

type Rest = Pick<PlantMeter, 'load'> & Partial<PlantMeter>;
type Row = readonly [code: string, name: string, nameEn: string, parent: string | undefined, rest: Rest];

const meters =
  (site: string, dataType: PlantMeter['dataType']) =>
  (...rows: readonly Row[]): PlantMeter[] =>
    rows.map(([code, name, nameEn, parent, rest]) => ({
      code,
      name,
      nameEn,
      site,
      dataType,
      ...(parent === undefined ? {} : { parent }),
      ...rest,
    }));

const kv = (kilovolts: number, cosPhi: number, ratedPower: number) => ({
  volts: kilovolts * 1000,
  cosPhi,
  ratedPower,
});

const electricityMain = meters(MAIN, '1')(
  [
    'E-101',
    '110 kV 进线',
    '110 kV incomer',
    undefined,
    { load: none, loss: 0.002, ...kv(110, 0.93, 100_000) },
  ],
  ['E-102', '1# 主变', 'Main transformer 1', 'E-101', { load: none, loss: 0.006, ...kv(35, 0.92, 80_000) }],
  [
    'E-103',
    '2# 主变',
    'Main transformer 2',
    'E-101',
    { load: steady(180), loss: 0.006, ...kv(10, 0.93, 50_000) },
  ],
  [
    'E-104',
    '1# 电弧炉',
    'Arc furnace 1',
    'E-102',
    { load: furnace(23_500, 64, 43), ...kv(35, 0.86, 30_000) },
  ],
  [
    'E-107',
    '2# 电弧炉',
    'Arc furnace 2',
    'E-102',
    { load: furnace(16_200, 71, 44), ...kv(35, 0.85, 22_000) },
  ],
  [
    'E-110',
    '1# 精炼炉',
    'Ladle furnace 1',
    'E-102',
    { load: furnace(5200, 64, 31, 52), ...kv(35, 0.88, 8000) },
  ],
  [
    'E-111',
    '2# 精炼炉',
    'Ladle furnace 2',
    'E-102',
    { load: furnace(4100, 71, 29, 57), ...kv(35, 0.88, 6300) },
  ],
  [
    'E-137',
    '1# 除尘风机',
    'Dedusting fan 1',
    'E-103',
    { load: furnace(1450, 64, 58, -4), ...kv(10, 0.91, 2000) },
  ],
  [
    'E-138',
    '2# 除尘风机',
    'Dedusting fan 2',
    'E-103',
    { load: furnace(1180, 71, 63, -4), ...kv(10, 0.91, 1600) },
  ],
  ['E-113', '方坯连铸', 'Billet caster', 'E-103', { load: shifts(2650), ...kv(10, 0.89, 4000) }],
  ['E-121', '1# 制氧机', 'Oxygen plant 1', 'E-103', { load: steady(4300, 0.06), ...kv(10, 0.95, 6000) }],
  ['E-122', '2# 制氧机', 'Oxygen plant 2', 'E-103', { load: steady(2150, 0.06), ...kv(10, 0.95, 3200) }],
  ['E-125', '空压站', 'Compressor station', 'E-103', { load: steady(46), ...kv(10, 0.9, 3500) }],
  ['E-126', '1# 空压机', 'Air compressor 1', 'E-125', { load: steady(1080, 0.08), ...kv(10, 0.9, 1600) }],
  ['E-127', '2# 空压机', 'Air compressor 2', 'E-125', { load: shifts(960), ...kv(10, 0.9, 1600) }],
  ['E-128', '循环水泵站', 'Cooling water station', 'E-103', { load: steady(85, 0.3), ...kv(10, 0.88, 3000) }],
  [
    'E-129',
    '1# 循环水泵',
    'Cooling water pump 1',
    'E-128',
    { load: steady(980, 0.22), ...kv(10, 0.88, 1400) },
  ],
  [
    'E-130',
    '2# 循环水泵',
    'Cooling water pump 2',
    'E-128',
    { load: steady(760, 0.36), ...kv(10, 0.88, 1400) },
  ],
  [
    'E-140',
    '炼钢照明及办公',
    'Melt shop lighting and offices',
    'E-103',
    { load: office(520, 0.4), ...kv(0.4, 0.94, 900) },
  ],
  ['E-141', '办公冷水机组', 'Office chiller', 'E-103', { load: chiller(700, 5.2), ...kv(0.4, 0.9, 260) }],
);

const electricityRolling = meters(ROLLING, '1')(
  [
    'E-201',
    '35 kV 轧钢进线',
    '35 kV rolling incomer',
    'E-102',
    { load: steady(60), loss: 0.004, ...kv(35, 0.9, 20_000) },
  ],
  ['E-202', '棒材轧机', 'Bar mill', 'E-201', { load: shifts(5400), ...kv(10, 0.87, 8500) }],
  ['E-203', '线材轧机', 'Wire rod mill', 'E-201', { load: shifts(4150), ...kv(10, 0.87, 7000) }],
  ['E-204', '加热炉风机', 'Reheating furnace fans', 'E-201', { load: shifts(620), ...kv(10, 0.9, 1000) }],
  ['E-205', '精整线', 'Finishing line', 'E-201', { load: shifts(840), ...kv(0.4, 0.88, 1400) }],
  [
    'E-206',
    '轧钢水处理',
    'Rolling water treatment',
    'E-201',
    { load: steady(710, 0.2), ...kv(10, 0.89, 1100) },
  ],
  [
    'E-207',
    '轧钢照明及办公',
    'Rolling lighting and offices',
    'E-201',
    { load: office(260, 0.4), ...kv(0.4, 0.94, 500) },
  ],
);

const other = [
  ...meters(MAIN, '2')(
    ['W-143', '生产水总管', 'Process water main', undefined, { load: steady(6), loss: 0.015 }],
    ['W-146', '炼钢循环补水', 'Make-up water, melt shop', 'W-143', { load: steady(64, 0.4) }],
    ['W-147', '连铸补水', 'Make-up water, caster', 'W-143', { load: shifts(41) }],
    ['W-149', '生活水', 'Drinking water', 'W-143', { load: meals(38) }],
  ),
  ...meters(ROLLING, '2')(['W-148', '轧钢补水', 'Make-up water, rolling', 'W-143', { load: shifts(52) }]),
  ...meters(MAIN, '4')(
    ['G-155', '天然气总管', 'Natural gas main', undefined, { load: none, loss: 0.003 }],
    ['G-156', '钢包烘烤', 'Ladle preheating', 'G-155', { load: furnace(430, 64, 40) }],
    ['G-159', '锅炉房', 'Boiler house', 'G-155', { load: steady(310, -0.5) }],
  ),
  ...meters(ROLLING, '4')(['G-158', '加热炉', 'Reheating furnace', 'G-155', { load: shifts(2350) }]),
  ...meters(MAIN, '11')(
    ['S-160', '锅炉蒸汽总管', 'Boiler steam main', undefined, { load: steady(90), loss: 0.02 }],
    ['S-161', '真空精炼用汽', 'Steam for vacuum degassing', 'S-160', { load: furnace(2600, 64, 25, 60) }],
    ['S-162', '采暖用汽', 'Steam for heating', 'S-160', { load: heating(1900) }],
  ),
  ...meters(
    MAIN,
    '12',
  )(['A-165', '空压站母管', 'Compressed air main', undefined, { load: steady(9200, 0.08), loss: 0.05 }]),
  ...meters(MAIN, '17')(['H-170', '办公冷量表', 'Cold of the offices', undefined, { load: cold(700) }]),
  ...meters(ROLLING, '12')(['A-166', '轧钢用气', 'Compressed air, rolling', 'A-165', { load: shifts(6400) }]),
];

const SWITCH = { statesZh: '0=分闸,1=合闸', statesEn: '0=Open,1=Closed' };

const points: readonly PlantPoint[] = [
  {
    ...SWITCH,
    code: 'Q-101',
    name: '110 kV 进线断路器',
    nameEn: 'Breaker of the 110 kV incomer',
    kind: '1',
    normal: 1,
    site: MAIN,
    object: 'T1',
    meter: 'E-101',
    key: 'DI1',
    position: closed,
  },
  {
    ...SWITCH,
    code: 'Q-104',
    name: '1# 电弧炉断路器',
    nameEn: 'Breaker of arc furnace 1',
    kind: '1',
    site: MAIN,
    meter: 'E-104',
    key: 'DI1',
    position: whileDrawing('E-104', 1000),
  },
  {
    code: 'K-126',
    name: '1# 空压机接触器',
    nameEn: 'Contactor of air compressor 1',
    kind: '2',
    statesZh: '0=停止,1=运行',
    statesEn: '0=Stopped,1=Running',
    normal: 1,
    site: MAIN,
    meter: 'E-126',
    key: 'DI1',
    position: whileDrawing('E-126', 50),
  },
  {
    code: 'M-126',
    name: '1# 空压机运行方式',
    nameEn: 'Mode of air compressor 1',
    kind: '4',
    statesZh: '0=停用,1=手动,2=自动',
    statesEn: '0=Off,1=Manual,2=Automatic',
    normal: 2,
    site: MAIN,
    meter: 'E-126',
    key: 'MODE',
    position: ranByHand,
  },
  {
    code: 'D-01',
    name: '总配电室门',
    nameEn: 'Door of the main switch room',
    kind: '3',
    statesZh: '0=关,1=开',
    statesEn: '0=Closed,1=Open',
    normal: 0,
    site: MAIN,
    object: 'P',
    device: '门禁控制器',
    key: 'door',
    position: visited,
  },
];

/** An electric-arc steel plant: 42 meters on two sites, six energy types, five positions. */
export const steel: PlantDesign = {
  code: 'steel',
  name: '华岭特钢有限公司',
  nameEn: 'Hualing Special Steel',
  address: '华岭工业园钢城路 1 号',
  industryId: 'C3120',
  areaCode: '130000',
  sites: [
    {
      code: MAIN,
      name: '主厂区',
      nameEn: 'Main works',
      address: '钢城路 1 号',
      longitude: 118.18,
      latitude: 39.63,
    },
    {
      code: ROLLING,
      name: '轧钢厂区',
      nameEn: 'Rolling works',
      address: '钢城路 18 号',
      longitude: 118.47,
      latitude: 39.71,
    },
  ],
  meters: [...electricityMain, ...electricityRolling, ...other],
  polled: ['E-126', 'E-127'],
  points,
  systems: [
    {
      name: '空压站',
      nameEn: 'Compressor station',
      type: '2',
      unit: 'DL',
      power: 'E-125',
      output: 'A-165',
      minPower: 200,
    },
    {
      name: '办公制冷系统',
      nameEn: 'Cooling of the offices',
      type: '1',
      unit: 'ZH',
      power: 'E-141',
      output: 'H-170',
      minPower: 20,
    },
  ],
  demandLines: { standard: 70_000, max: 82_000, second: 78_000 },
  guarded: [['LG', 34_000]],
  procedures: [
    procedure('LG', '电炉炼钢', 'Melting', 'E-104 E-107 E-110 E-111 E-137 E-138 W-146 G-156 S-161'),
    procedure('LZ', '连铸', 'Casting', 'E-113 W-147'),
    procedure('ZG', '热轧', 'Rolling', 'E-201 W-148 G-158'),
  ],
  product: {
    name: '热轧钢材',
    nameEn: 'Hot-rolled steel',
    unit: 't',
    perDay: 1800,
    price: 3850,
    energyCost: 520,
    norms: { normLimit: 140, normAccess: 132, normAdvanced: 122, target: 128 },
  },
  units: [
    unit('LG', '炼钢车间', 'Melt shop', '42', 'E-104 E-107 E-110 E-111 E-137 E-138 W-146 G-156 S-161'),
    unit('LG-1', '电炉班', 'Arc furnace team', '43', 'E-104 E-107 G-156', 'LG'),
    unit('LG-2', '精炼班', 'Ladle furnace team', '43', 'E-110 E-111 S-161', 'LG'),
    unit('LZ', '连铸车间', 'Casting shop', '42', 'E-113 W-147'),
    unit('ZG', '轧钢车间', 'Rolling mill', '42', 'E-201 W-148 G-158 A-166'),
    unit('ZG-1', '棒材班', 'Bar mill team', '43', 'E-202', 'ZG'),
    unit('ZG-2', '线材班', 'Wire rod team', '43', 'E-203', 'ZG'),
    unit('ZG-3', '轧钢公辅', 'Rolling utilities', '43', 'E-201 -E-202 -E-203 W-148 G-158 A-166', 'ZG'),
    unit('DL', '动力车间', 'Utilities', '42', 'E-121 E-122 E-125 E-128 G-159 S-160 A-165 -A-166'),
    unit('ZH', '综合管理部', 'General office', '44', 'E-140 E-207 W-149 S-162'),
  ],
};

function procedure(code: string, name: string, nameEn: string, meters: string): PlantProcedure {
  return { code, name, nameEn, meters: meters.split(' ') };
}

function unit(
  code: string,
  name: string,
  nameEn: string,
  orgType: '42' | '43' | '44',
  codes: string,
  parent?: string,
): PlantDesign['units'][number] {
  return { code, name, nameEn, orgType, meters: codes.split(' '), ...(parent ? { parent } : {}) };
}
