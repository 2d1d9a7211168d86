import { optional } from '#contract/field.ts';
import { decimal } from '#field/decimal/contract.ts';

/** A price of a kilowatt-hour. */
export const price = (zh: string, en: string) => decimal(zh, en, { from: 0, unit: 'yuan/kWh', decimals: 6 });

/** What a scheme and each of its versions say of prices. */
export const PRICE_FIELDS = {
  price1: price('尖电价', 'Sharp price'),
  price2: price('峰电价', 'Peak price'),
  price3: price('平电价', 'Flat price'),
  price4: price('谷电价', 'Valley price'),
  price5: optional(
    decimal('深谷电价', 'Deep valley price', {
      from: 0,
      unit: 'yuan/kWh',
      decimals: 6,
      hidden: true,
      help: { zh: '分时时段含深谷时必填', en: 'Needed where the calendar has deep valley' },
    }),
  ),
  reversePrice: optional(
    decimal('反向电价', 'Feed-in price', {
      from: 0,
      unit: 'yuan/kWh',
      decimals: 6,
      help: { zh: '反向电量的收入', en: 'What reverse energy is credited' },
    }),
  ),
  fundPrice: optional(price('政府性基金', 'Government funds')),
  capacityPrice: optional(
    decimal('容量电价', 'Capacity price', { from: 0, unit: 'yuan/kVA·month', decimals: 4 }),
  ),
  demandPrice: optional(decimal('需量电价', 'Demand price', { from: 0, unit: 'yuan/kW·month', decimals: 4 })),
};

/** Types of price schemes (specification 3 section 3). */
export const SCHEME_TYPES = {
  1: { zh: '统一峰谷电价', en: 'Unified' },
  2: { zh: '自定义峰谷电价', en: 'Custom' },
  3: { zh: '广东交易', en: 'Guangdong trading' },
} as const;

/** Standards of the power factor, percent (1983 rules). */
export const FACTOR_STANDARDS = {
  0: { zh: '不考核', en: 'None' },
  90: { zh: '0.90', en: '0.90' },
  85: { zh: '0.85', en: '0.85' },
  80: { zh: '0.80', en: '0.80' },
};
