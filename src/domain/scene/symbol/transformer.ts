import { box, circle, cover, letter, line, maker, solid, top } from './figure.ts';

const make = maker('transformer', 'transformer');
const inline = maker('transformer', 'through');

export const TRANSFORMERS = [
  make('transformer2', '双绕组变压器', 'Transformer, two windings', [line('M0 -30V-22M0 30V22'), line(circle(0, -9, 13)), line(circle(0, 9, 13))], {
    w: 40,
    h: 60,
    ports: [{ id: 'a', x: 0, y: -30, out: 'up' }, { id: 'b', x: 0, y: 30, out: 'down' }],
  }),
  make('transformer3', '三绕组变压器', 'Transformer, three windings', [line('M0 -30V-23M-10 30V21M10 30V21'), line(circle(0, -11, 12)), line(circle(-9, 8, 12)), line(circle(9, 8, 12))], {
    w: 60,
    h: 60,
    ports: [
      { id: 'a', x: 0, y: -30, out: 'up' },
      { id: 'b', x: -10, y: 30, out: 'down' },
      { id: 'c', x: 10, y: 30, out: 'down' },
    ],
  }),
  make('autotransformer', '自耦变压器', 'Autotransformer', [line('M0 -20V-12M0 20V12M-12 -6A14 14 0 0 1 12 -6'), line(circle(0, 0, 12))]),
  inline('ct', '电流互感器', 'Current transformer', [line('M0 -20V20M8 0H16M10 -4L13 4M13 -4L16 4'), line(circle(0, 0, 8))]),
  make('vt', '电压互感器', 'Voltage transformer', [line('M0 -20V-14'), line(circle(0, -6, 8)), line(circle(0, 6, 8))], { role: 'end', ports: top() }),
  inline('arrester', '避雷器', 'Surge arrester', [line('M0 -20V-12M0 12V16M-7 16H7M-4 20H4'), cover(box(-6, -12, 12, 24)), line('M0 -12V4'), solid('M-4 0H4L0 8Z')], { role: 'end', ports: top() }),
  inline('reactor', '电抗器', 'Reactor', [line('M0 -20V-10H-10A10 10 0 1 0 0 0V-10M0 10V20M-10 -10')]),
  inline('filter', '滤波装置', 'Filter', [line('M0 -20V-12M0 12V20'), cover(box(-10, -12, 20, 24)), letter('≈', 0, 5, 15)]),
]; // prettier-ignore
