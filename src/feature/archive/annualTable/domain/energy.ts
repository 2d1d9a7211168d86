import type { Text } from '#contract/text.ts';

/** A row of the annual table (statistics form 205-1; JJF 1356 table B.10). */
export interface TableEnergy {
  /** 01 … 39. */
  readonly code: string;
  readonly name: Text;
  readonly unit: Text;
  /** Reference coefficient in tce for each unit of the table, as a decimal. */
  readonly reference: string;
  /** Comes through a pipe or a wire: nothing is in stock, what is consumed was purchased. */
  readonly piped: boolean;
  /** The row that it is a part of. */
  readonly partOf?: string;
  /** Energy types of meters that feed it, and how many of their units are one of the table's. */
  readonly measured?: readonly { readonly dataType: string; readonly perUnit: bigint }[];
}

const TON: Text = { zh: '吨', en: 't' };
const TEN_THOUSAND_M3: Text = { zh: '万立方米', en: '10⁴ m³' };
const GJ: Text = { zh: '百万千焦', en: 'GJ' };
const TEN_THOUSAND_KWH: Text = { zh: '万千瓦时', en: '10⁴ kWh' };
const TCE: Text = { zh: '吨标准煤', en: 'tce' };

type Rest = Pick<TableEnergy, 'partOf' | 'measured'> & { readonly piped?: boolean };

const row = (
  code: string,
  zh: string,
  en: string,
  unit: Text,
  reference: string,
  rest: Rest = {},
): TableEnergy => ({
  code,
  name: { zh, en },
  unit,
  reference,
  piped: false,
  ...rest,
});

const by = (dataType: string, perUnit = 1n) => ({ dataType, perUnit });
const COAL = { partOf: '01' };

/**
 * The energies of the table in its order; names and codes as list 8 of the national system, coefficients of
 * GB/T 2589-2020 and the form's reference column (natural gas 13.300, as the platform's own default).
 */
export const TABLE_ENERGIES: readonly TableEnergy[] = [
  row('01', '原煤', 'Raw coal', TON, '0.7143', { measured: [by('13')] }),
  row('02', '无烟煤', 'Anthracite', TON, '0.9428', COAL),
  row('03', '炼焦烟煤', 'Coking bituminous coal', TON, '0.9', COAL),
  row('04', '一般烟煤', 'Other bituminous coal', TON, '0.7143', COAL),
  row('05', '褐煤', 'Lignite', TON, '0.4286', COAL),
  row('06', '洗精煤', 'Cleaned coal', TON, '0.9'),
  row('07', '其他洗煤', 'Other washed coal', TON, '0.2857'),
  row('08', '煤制品', 'Coal products', TON, '0.7143', { measured: [by('14')] }),
  row('09', '焦炭', 'Coke', TON, '0.9714'),
  row('10', '其他焦化产品', 'Other coking products', TON, '1.1429'),
  row('11', '焦炉煤气', 'Coke-oven gas', TEN_THOUSAND_M3, '5.714', {
    piped: true,
    measured: [by('7', 10_000n)],
  }),
  row('12', '高炉煤气', 'Blast-furnace gas', TEN_THOUSAND_M3, '1.286', { piped: true }),
  row('13', '转炉煤气', 'Converter gas', TEN_THOUSAND_M3, '2.714', { piped: true }),
  row('14', '其他煤气', 'Other coal gas', TEN_THOUSAND_M3, '1.786', { piped: true }),
  row('15', '天然气', 'Natural gas', TEN_THOUSAND_M3, '13.3', { piped: true, measured: [by('4', 10_000n)] }),
  row('16', '液化天然气', 'Liquefied natural gas', TON, '1.7572'),
  row('17', '煤层气', 'Coal-bed gas', TEN_THOUSAND_M3, '11', { piped: true }),
  row('18', '原油', 'Crude oil', TON, '1.4286'),
  row('19', '汽油', 'Gasoline', TON, '1.4714'),
  row('20', '煤油', 'Kerosene', TON, '1.4714'),
  row('21', '柴油', 'Diesel', TON, '1.4571', { measured: [by('8')] }),
  row('22', '燃料油', 'Fuel oil', TON, '1.4286'),
  row('23', '液化石油气', 'Liquefied petroleum gas', TON, '1.7143'),
  row('24', '炼厂干气', 'Refinery gas', TON, '1.5714'),
  row('25', '石脑油', 'Naphtha', TON, '1.5'),
  row('26', '润滑油', 'Lubricants', TON, '1.4143'),
  row('27', '石蜡', 'Paraffin', TON, '1.3648'),
  row('28', '溶剂油', 'Solvents', TON, '1.4672'),
  row('29', '石油焦', 'Petroleum coke', TON, '1.0918'),
  row('30', '石油沥青', 'Bitumen', TON, '1.3307'),
  row('31', '其他石油制品', 'Other oil products', TON, '1.4'),
  row('32', '热力', 'Heat', GJ, '0.03412', { piped: true, measured: [by('5', 1000n), by('17')] }),
  row('33', '电力', 'Electricity', TEN_THOUSAND_KWH, '1.229', { piped: true, measured: [by('1', 10_000n)] }),
  row('34', '煤矸石用于燃料', 'Gangue as fuel', TON, '0.2857'),
  row('35', '城市生活垃圾用于燃料', 'Municipal waste as fuel', TON, '0.2714'),
  row('36', '生物质废料用于燃料', 'Biomass as fuel', TON, '0.5'),
  row('37', '余热余压', 'Waste heat and pressure', GJ, '0.03412', { piped: true }),
  row('38', '其他工业废料用于燃料', 'Other industrial waste as fuel', TON, '0.4285'),
  row('39', '其他燃料', 'Other fuels', TCE, '1', { measured: [by('10')] }),
];

/** The row of a code, or undefined. */
export const tableEnergy = (code: string): TableEnergy | undefined =>
  TABLE_ENERGIES.find((energy) => energy.code === code);
