import { across, box, circle, cover, letter, line, maker, type Port, solid } from './figure.ts';

const pipe = maker('water', 'through', across());
const heat = maker('heat', 'through', across());
const ends = line('M-20 0H-12M12 0H20');
const BOW = 'M-12 -8V8L12 -8V8Z';
const wide = { w: 40, h: 30 };
const valve = {
  open: [ends, cover(BOW)],
  closed: [ends, solid(BOW)],
  unknown: [ends, { ...cover(BOW), dashed: true as const }],
};
/** A valve lets pass while it is open: what is drawn full is shut. */
const gate = {
  ...wide,
  role: 'switch' as const,
  states: { open: valve.closed, closed: valve.open, unknown: valve.unknown },
};
const tall: readonly Port[] = [
  { id: 'a', x: -20, y: -20, out: 'left' },
  { id: 'b', x: 20, y: 20, out: 'right' },
  { id: 'c', x: 0, y: -30, out: 'up' },
];
const four: readonly Port[] = [
  { id: 'a', x: -20, y: 0, out: 'left' },
  { id: 'b', x: 20, y: 0, out: 'right' },
  { id: 'c', x: 0, y: -20, out: 'up' },
  { id: 'd', x: 0, y: 20, out: 'down' },
];
const square = { w: 40, h: 40 };

export const PIPES = [
  pipe('inlet', '管网来源', 'Pipe source', [line('M-14 0H20M-14 -8L-4 0L-14 8')], { ...wide, role: 'source', ports: across().slice(1) }),
  pipe('outlet', '用户', 'Consumer', [line('M-20 0H2'), solid('M2 -8L16 0L2 8Z')], { ...wide, role: 'load', ports: across().slice(0, 1) }),
  pipe('valve', '阀门', 'Valve', [ends, cover(BOW)], gate),
  pipe('controlValve', '调节阀', 'Control valve', [ends, cover(BOW), line('M0 0V-10M-7 -10H7A7 7 0 0 0 -7 -10')], { ...gate, h: 40 }),
  pipe('checkValve', '止回阀', 'Check valve', [ends, line('M-12 -9V9M12 -9V9M-12 -9L12 9'), solid('M12 9L4 7L8 2Z')], wide),
  pipe('safetyValve', '安全阀', 'Safety valve', [ends, cover(BOW), line('M0 0V-6L5 -8L-5 -12L5 -14')], { ...gate, h: 40 }),
  pipe('pump', '泵', 'Pump', [ends, cover(circle(0, 0, 12)), line('M-6 -10.4L12 0L-6 10.4')], square),
  pipe('fan', '风机', 'Fan', [ends, cover(circle(0, 0, 12)), line('M-9 -8L10 -4M-9 8L10 4')], square),
  pipe('compressor', '压缩机', 'Compressor', [ends, cover(circle(0, 0, 12)), line('M-10 -7L11 -4M-10 7L11 4M0 -12V12')], square),
  pipe('tank', '储罐', 'Tank', [line('M-20 -20H-12M12 20H20M0 -30V-24'), cover('M-12 -20Q0 -28 12 -20V20Q0 28 -12 20Z'), line('M-12 -20Q0 -12 12 -20')], { w: 40, h: 60, ports: tall }),
  pipe('airReceiver', '储气罐', 'Air receiver', [ends, cover('M-12 -12Q0 -22 12 -12V12Q0 22 -12 12Z')], square),
  pipe('holder', '气柜', 'Gas holder', [ends, cover('M-14 16V-8Q0 -20 14 -8V16Z'), line('M-14 6H14')], square),
  pipe('strainer', '过滤器', 'Strainer', [ends, cover(box(-12, -10, 24, 20)), { d: 'M-12 10L12 -10', dashed: true }], wide),
  pipe('dryer', '干燥机', 'Dryer', [ends, cover(box(-12, -12, 24, 24)), line('M-8 6Q-4 -2 0 6T8 6M-8 0Q-4 -8 0 0T8 0')], square),
  pipe('well', '水井', 'Well', [line('M0 0H20M-8 -14V16M8 -14V16M-8 16H8'), line('M-6 6Q-3 2 0 6T6 6')], { ...square, role: 'source', ports: across().slice(1) }),
]; // prettier-ignore

export const HEATS = [
  heat('boiler', '锅炉', 'Boiler', [ends, cover(box(-14, -16, 28, 32)), line('M-7 10Q-10 2 -4 -2Q-5 4 0 4Q-2 -6 4 -10Q3 -2 7 2Q9 8 5 10')], { ...square, role: 'source' }),
  heat('exchanger', '换热器', 'Heat exchanger', [line('M-20 0H-12M12 0H20M0 -20V-12M0 12V20'), cover(circle(0, 0, 12)), line('M-12 0H-6L-2 -6L2 6L6 0H12')], { ...square, ports: four }),
  heat('chiller', '冷水机组', 'Chiller', [ends, cover(box(-14, -14, 28, 28)), line('M0 -9V9M-8 -4.5L8 4.5M-8 4.5L8 -4.5')], { ...square, role: 'source' }),
  heat('coolingTower', '冷却塔', 'Cooling tower', [ends, cover('M-9 -16H9L14 16H-14Z'), line('M-10 0H10M-5 4V10M0 4V10M5 4V10')], square),
  heat('condenser', '冷凝器', 'Condenser', [ends, cover(box(-14, -10, 28, 20)), line('M-10 0L-5 -6L0 6L5 -6L10 0'), letter('C', 0, 19, 8)], square),
  heat('evaporator', '蒸发器', 'Evaporator', [ends, cover(box(-14, -10, 28, 20)), line('M-10 0L-5 -6L0 6L5 -6L10 0'), letter('E', 0, 19, 8)], square),
  heat('steamTrap', '疏水阀', 'Steam trap', [ends, cover(circle(0, 0, 10)), solid('M-10 0A10 10 0 0 0 10 0Z')], wide),
  heat('radiator', '散热器', 'Radiator', [line('M-20 0H-14'), cover(box(-14, -10, 28, 20)), line('M-7 -10V10M0 -10V10M7 -10V10')], { ...wide, role: 'load', ports: across().slice(0, 1) }),
  heat('airHandler', '空调机组', 'Air handling unit', [line('M-20 0H-16'), cover(box(-16, -12, 32, 24)), line('M-6 -12V12M-16 12L-6 -12'), line(circle(5, 0, 7))], { ...square, role: 'load', ports: across().slice(0, 1) }),
  heat('turbine', '汽轮机', 'Steam turbine', [ends, cover('M-12 -5L12 -13V13L-12 5Z')], square),
  heat('deaerator', '除氧器', 'Deaerator', [ends, cover('M-12 0Q-12 -6 -6 -6H6Q12 -6 12 0V8Q12 14 6 14H-6Q-12 14 -12 8Z'), cover(box(-5, -16, 10, 10))], square),
  heat('heatPump', '热泵', 'Heat pump', [ends, cover(box(-14, -12, 28, 24)), line('M-9 4H6L2 0M9 -4H-6L-2 -8')], square),
]; // prettier-ignore
