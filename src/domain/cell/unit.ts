/** Units that measure the same, each with what one of it is in the first of its family. */
const FAMILIES: readonly Readonly<Record<string, string>>[] = [
  { kWh: '1', MWh: '1000', GWh: '1000000', Wh: '0.001', '10⁴kWh': '10000' },
  { kvarh: '1', Mvarh: '1000', varh: '0.001' },
  { kW: '1', MW: '1000', W: '0.001' },
  { kvar: '1', Mvar: '1000', var: '0.001' },
  { kVA: '1', MVA: '1000', VA: '0.001' },
  { MJ: '1', GJ: '1000', kJ: '0.001' },
  { t: '1', kg: '0.001' },
  { 'm³': '1', L: '0.001', 'Nm³': '1' },
  { 't/h': '1', 'kg/h': '0.001' },
  { 'm³/h': '1', 'L/h': '0.001', 'Nm³/h': '1' },
  { A: '1', mA: '0.001' },
  { V: '1', kV: '1000' },
  { Hz: '1' },
  { '%': '1' },
  { '℃': '1' },
  { MPa: '1', kPa: '0.001', bar: '0.1' },
  { tce: '1' },
];

const SPELLINGS = new Map(
  Object.entries({
    'kw·h': 'kWh',
    'kw.h': 'kWh',
    千瓦时: 'kWh',
    度: 'kWh',
    兆瓦时: 'MWh',
    万kwh: '10⁴kWh',
    万千瓦时: '10⁴kWh',
    万度: '10⁴kWh',
    千乏时: 'kvarh',
    千瓦: 'kW',
    千乏: 'kvar',
    吨: 't',
    ton: 't',
    千克: 'kg',
    公斤: 'kg',
    m3: 'm³',
    立方米: 'm³',
    立方: 'm³',
    方: 'm³',
    nm3: 'Nm³',
    升: 'L',
    安: 'A',
    伏: 'V',
    吉焦: 'GJ',
    兆焦: 'MJ',
    '°c': '℃',
    c: '℃',
  }),
);

const BY_NAME = new Map(
  FAMILIES.flatMap((family) => Object.keys(family).map((unit) => [unit.toLowerCase(), unit])),
);

/** The unit as the product spells it, or null when it is not known. */
export function unitOf(text: string): string | null {
  const key = text.normalize('NFKC').trim().toLowerCase().replaceAll(' ', '');
  return SPELLINGS.get(key) ?? BY_NAME.get(key) ?? BY_NAME.get(key.replace('m3', 'm³')) ?? null;
}

/**
 * The unit that a header names: in brackets, behind a slash, underscore or blank at its end (`Usage_kWh`,
 * `用电量（MWh）`, `蒸汽 t`).
 */
export function unitInHeader(header: string): string | null {
  const text = header.normalize('NFKC').trim();
  const bracket = /[([]([^()[\]]+)[)\]]\s*$/.exec(text)?.[1];
  if (bracket) return unitOf(bracket);
  const word = /[\s_/:,-]([^\s_/:,-]+)$/.exec(text)?.[1] ?? text;
  // A bare letter is more often a phase or a number of a machine than a unit (`Phase A`).
  return /^[a-su-z]$/i.test(word) ? null : unitOf(word);
}

/** What a value in `from` is multiplied with to stand in `to`, as a decimal string; null when they measure different things. */
export function conversion(from: string, to: string): string | null {
  if (from === to) return '1';
  const family = FAMILIES.find((f) => from in f && to in f);
  if (!family) return null;
  return quotient(family[from] ?? '1', family[to] ?? '1');
}

/** The units that convert into one, itself first. */
export function unitsLike(unit: string): string[] {
  const family = FAMILIES.find((f) => unit in f);
  return family ? [unit, ...Object.keys(family).filter((name) => name !== unit)] : [unit];
}

/** Both are powers of ten, so the quotient is one as well. */
function quotient(a: string, b: string): string {
  const power = Math.round(Math.log10(Number(a)) - Math.log10(Number(b)));
  return power >= 0 ? `1${'0'.repeat(power)}` : `0.${'0'.repeat(-power - 1)}1`;
}

/** Multiplies a decimal string by a power of ten given as a decimal string. */
export function times(value: string, factor: string): string {
  if (factor === '1') return value;
  const shift = factor.startsWith('0.') ? -(factor.length - 2) : factor.length - 1;
  const minus = value.startsWith('-') ? '-' : '';
  const [whole = '0', fraction = ''] = value.replace('-', '').split('.');
  const digits = (shift < 0 ? '0'.repeat(-shift) : '') + whole + fraction + '0'.repeat(Math.max(0, shift));
  const point = (shift < 0 ? -shift : 0) + whole.length + shift;
  const left = digits.slice(0, point).replace(/^0+(?=\d)/, '') || '0';
  const right = digits.slice(point).replace(/0+$/, '');
  return `${minus}${left}${right ? `.${right}` : ''}`;
}
