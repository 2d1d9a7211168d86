import { expect, it } from 'vitest';
import { guessCode } from './guessCode.ts';

it.each([
  ['P_total', 'PZ'],
  ['Active Power', 'PZ'],
  ['total_active_energy', 'PP'],
  ['kWh', 'PP'],
  ['energy-export', 'RP'],
  ['I_L2', 'IB'],
  ['Ua', 'UA'],
  ['voltage_c', 'UC'],
  ['Van', 'UA'],
  ['current1', 'IA'],
  ['cos phi', 'FZ'],
  ['frequency', 'FR'],
  ['flow_rate', 'FL'],
  ['temp_in', 'T1'],
  ['EPT_Wh', null],
  ['P_W', null],
  ['status', null],
  ['', null],
])('%j looks like %s', (key, code) => {
  expect(guessCode(key)).toBe(code);
});
