import { bottom, box, circle, cover, letter, line, maker, solid, top } from './figure.ts';

const feed = maker('source', 'source', bottom());
const pass = maker('source', 'through');
const take = maker('load', 'load', top());
const stem = line('M0 20V12');
const rise = line('M0 -20V-12');

export const SOURCES = [
  feed('supply', '电网进线', 'Grid supply', [line('M0 20V-18M-7 -7L0 -19L7 -7')]),
  feed('generator', '发电机', 'Generator', [stem, cover(circle(0, 0, 12)), letter('G')]),
  feed('pv', '光伏', 'Photovoltaics', [stem, cover(box(-13, -12, 26, 24)), line('M-13 -12L0 0L13 -12')], { w: 40 }),
  feed('wind', '风机发电', 'Wind turbine', [line('M0 20V0M0 0V-14M0 0L-12 7M0 0L12 7'), solid(circle(0, 0, 3))]),
  feed('battery', '电池', 'Battery', [line('M0 20V5M-12 -5H12M-6 5H6M0 -5V-14')]),
  pass('inverter', '逆变器', 'Inverter', [rise, stem, cover(box(-12, -12, 24, 24)), line('M-12 12L12 -12'), letter('=', -6, -2, 10), letter('~', 6, 10, 11)]),
  pass('rectifier', '整流器', 'Rectifier', [rise, stem, cover(box(-12, -12, 24, 24)), line('M-12 12L12 -12'), letter('~', -6, -2, 11), letter('=', 6, 10, 10)]),
  pass('ups', '不间断电源', 'UPS', [rise, stem, cover(box(-14, -12, 28, 24)), letter('UPS', 0, 4, 10)], { w: 40 }),
  pass('drive', '变频器', 'Variable speed drive', [rise, stem, cover(box(-12, -12, 24, 24)), letter('VF', 0, 4, 10)]),
]; // prettier-ignore

export const LOADS = [
  take('motor', '电动机', 'Motor', [rise, cover(circle(0, 0, 12)), letter('M')]),
  take('load', '一般负荷', 'Load', [line('M0 -20V14'), solid('M-6 6H6L0 18Z')]),
  take('arcFurnace', '电弧炉', 'Arc furnace', [line('M0 -20V-14M-6 -14H6M-6 -14V6M0 -14V6M6 -14V6M-14 2H-11L-9 14H9L11 2H14')], { w: 40 }),
  take('inductionFurnace', '感应炉', 'Induction furnace', [rise, cover('M-11 -10V6Q-11 14 -4 14H4Q11 14 11 6V-10'), line('M-14 -4H14M-14 1H14M-14 6H14')], { w: 40 }),
  take('charger', '充电桩', 'Charger', [rise, cover(box(-10, -12, 16, 28)), line('M6 -4H11V10A2 2 0 0 0 13 10V-6L9 -10'), solid('M-1 -8L-6 4H-2L-3 12L3 -1H-1Z')]),
  take('lighting', '照明', 'Lighting', [rise, cover(circle(0, 0, 12)), line('M-8.5 -8.5L8.5 8.5M8.5 -8.5L-8.5 8.5')]),
  take('heater', '电加热', 'Electric heater', [rise, cover(box(-12, -12, 24, 24)), line('M-6 -12V12M0 -12V12M6 -12V12')]),
  take('capacitor', '电容器', 'Capacitor', [line('M0 -20V-4M-11 -4H11M-11 4H11M0 4V14')]),
  take('building', '建筑', 'Building', [rise, cover('M-13 16V-6L0 -12L13 -6V16Z'), line('M-7 0H-3M3 0H7M-7 7H-3M3 7H7')]),
  take('panel', '配电箱', 'Distribution board', [rise, cover(box(-13, -12, 26, 24)), solid('M-13 12V-12L13 12Z')]),
]; // prettier-ignore
