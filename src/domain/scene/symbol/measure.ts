import { box, circle, cover, letter, line, maker, top } from './figure.ts';

const inline = maker('measure', 'through');
const end = maker('measure', 'end', top());
const ends = line('M0 -20V-12M0 12V20');
const round = (text: string, size = 10) => [ends, cover(circle(0, 0, 12)), letter(text, 0, 4, size)];
const gauge = (text: string, size = 10) => [
  line('M0 -20V-12'),
  cover(circle(0, 0, 12)),
  letter(text, 0, 4, size),
];

export const INSTRUMENTS = [
  inline('meter', '电能表', 'Electricity meter', [ends, cover(box(-11, -12, 22, 24)), line('M-11 -4H11'), letter('Wh', 0, 8, 9)]),
  inline('waterMeter', '水表', 'Water meter', round('W')),
  inline('gasMeter', '气表', 'Gas meter', round('V')),
  inline('steamMeter', '蒸汽流量计', 'Steam meter', round('S')),
  inline('heatMeter', '热量表', 'Heat meter', round('Q')),
  inline('flowMeter', '流量计', 'Flow meter', round('F')),
  end('voltmeter', '电压表', 'Voltmeter', gauge('V')),
  end('ammeter', '电流表', 'Ammeter', gauge('A')),
  end('thermometer', '温度计', 'Thermometer', gauge('T')),
  end('pressureGauge', '压力表', 'Pressure gauge', gauge('P')),
  end('levelGauge', '液位计', 'Level gauge', gauge('L')),
  end('relay', '保护装置', 'Protection relay', [line('M0 -20V-12'), cover(box(-13, -12, 26, 24)), letter('I>', 0, 4, 11)]),
]; // prettier-ignore
