import { type CodeTable, codeTable, DATA_CODES, type DataCode } from '#contract/dataCode.ts';

/** For tests: the product's table of data codes and further gauges behind them, so many in all. */
export function manyCodes(count: number): CodeTable {
  const further = Array.from({ length: count - DATA_CODES.length }, (_, i): DataCode => {
    const place = DATA_CODES.length + i;
    const label = { zh: `测试量 ${place}`, en: `Quantity ${place}` };
    return { code: `G${place}`, label, unit: 'V', kind: 'gauge', aliases: [`CELL${place}`], decimals: 3 };
  });
  return codeTable([...DATA_CODES, ...further]);
}
