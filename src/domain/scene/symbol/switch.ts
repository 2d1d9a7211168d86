import { box, circle, cover, type Figure, letter, line, maker, solid, through } from './figure.ts';

const make = maker('switch', 'switch');
const ENDS = line('M0 -20V-9M0 20V9');
/** Positions as boxes: full = closed, empty with a bar = open, broken with a mark = not known. */
const boxes = {
  closed: [ENDS, solid(box(-9, -9, 18, 18))],
  open: [ENDS, cover(box(-9, -9, 18, 18)), line('M-5 0H5')],
  unknown: [ENDS, { ...cover(box(-9, -9, 18, 18)), dashed: true }, letter('?', 0, 4, 11)],
} satisfies Record<string, readonly Figure[]>;
/** Positions of disconnectors as circles. */
const rings = {
  closed: [line('M0 -20V-6M0 20V6'), solid(circle(0, 0, 6))],
  open: [line('M0 -20V-7M0 20V7'), cover(circle(0, 0, 7)), line('M-4 0H4')],
  unknown: [line('M0 -20V-7M0 20V7'), { ...cover(circle(0, 0, 7)), dashed: true }, letter('?', 0, 4, 10)],
} satisfies Record<string, readonly Figure[]>;

const CROSS = line('M-3.5 -11.5L3.5 -4.5M3.5 -11.5L-3.5 -4.5');
const BLADE = line('M0 -20V-8M0 20V10L-9 -7');

export const SWITCHES = [
  make('breaker', '断路器', 'Circuit breaker', [BLADE, CROSS], { states: boxes }),
  make('truckBreaker', '手车断路器', 'Withdrawable breaker', [line('M0 -14V-8M0 14V10L-9 -7'), CROSS, line('M-6 -20L0 -14L6 -20M-6 20L0 14L6 20')], { states: boxes }),
  make('disconnector', '隔离开关', 'Disconnector', [BLADE, line('M-5 -8H5')], { states: rings }),
  make('earthSwitch', '接地刀闸', 'Earthing switch', [line('M0 -20V-12M0 10V4L-8 -10M-5 -12H5M-8 10H8M-5 14H5M-2 18H2')], { role: 'end', ports: [{ id: 'a', x: 0, y: -20, out: 'up' }] }),
  make('loadSwitch', '负荷开关', 'Load switch', [BLADE, line('M-5 -11H5'), line(circle(0, -7, 3))], { states: boxes }),
  make('contactor', '接触器', 'Contactor', [BLADE, line('M-4 -8A4 4 0 0 1 4 -8')], { states: boxes }),
  make('fuse', '熔断器', 'Fuse', [cover(box(-5, -12, 10, 24)), line('M0 -20V20')], { role: 'through' }),
  make('fuseSwitch', '熔断器式隔离开关', 'Fused disconnector', [line('M0 -20V-12M-5 -12H5M0 20V14L-9 -5'), { d: 'M-1 8L-8 -4L-4 -6L3 6Z', cover: true }], { states: rings }),
  make('transferSwitch', '双电源切换开关', 'Transfer switch', [line('M-10 -20V-8M10 -20V-8M0 20V8L-9 -7'), line('M-13 -8H-7M7 -8H13')], {
    w: 40,
    ports: [
      { id: 'a', x: -10, y: -20, out: 'up' },
      { id: 'c', x: 10, y: -20, out: 'up' },
      { id: 'b', x: 0, y: 20, out: 'down' },
    ],
    // Either incomer feeds what hangs below, and never the other incomer.
    feeds: ['b'],
  }),
]; // prettier-ignore

const lines = maker('line', 'through');
export const LINES = [
  lines('cable', '电缆', 'Cable', [line('M0 -20V20M-5 -14H5L0 -7ZM-5 14H5L0 7Z')]),
  lines('overheadLine', '架空线', 'Overhead line', [line('M0 -20V20M-6 6L6 -2M-6 1L6 -7M-6 11L6 3')]),
  lines('busDuct', '母线槽', 'Bus duct', [line('M0 -20V20M-5 -16V16M5 -16V16')]),
  lines('junction', '节点', 'Junction', [solid(circle(0, 0, 4))], {
    w: 20,
    h: 20,
    ports: [
      { id: 'a', x: 0, y: -10, out: 'up' },
      { id: 'b', x: 0, y: 10, out: 'down' },
      { id: 'c', x: -10, y: 0, out: 'left' },
      { id: 'd', x: 10, y: 0, out: 'right' },
    ],
  }),
  lines('earth', '接地', 'Earth', [line('M0 -20V0M-9 0H9M-6 5H6M-3 10H3')], {
    role: 'end',
    ports: through().slice(0, 1),
  }),
];
