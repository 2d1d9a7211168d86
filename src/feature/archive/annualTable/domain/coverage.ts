import type { Text } from '#contract/text.ts';
import type { TableCheck, TableRow } from '../contract.ts';

/** The months after one another as spans: `2025-01 – 2025-09`. */
function spansOf(months: readonly string[]): string[] {
  const spans: { first: string; last: string }[] = [];
  for (const month of months) {
    const span = spans.at(-1);
    if (span && Number(month.slice(5)) === Number(span.last.slice(5)) + 1) span.last = month;
    else spans.push({ first: month, last: month });
  }
  return spans.map(({ first, last }) => (first === last ? first : `${first} – ${last}`));
}

/** Energies of which the readings do not back the whole year, with the months that have none. */
export const coverageChecks = (rows: readonly TableRow[]): TableCheck[] =>
  rows.flatMap(({ measure, energyCode, energyName, cells }) => {
    if (measure?.coverage == null || measure.coverage === 100) return [];
    // What a person entered does not lack readings.
    if (measure.value === null && cells.total.value !== null) return [];
    const spans = spansOf(measure.missing);
    const about: Text =
      measure.value === null
        ? { zh: '本年没有读数', en: 'no readings of this year' }
        : {
            zh: `读数只覆盖 ${measure.coverage}% 的时间${spans.length > 0 ? `，无读数月份：${spans.join('、')}` : ''}`,
            en: `readings cover ${measure.coverage}% of the time only${spans.length > 0 ? `, none of ${spans.join(', ')}` : ''}`,
          };
    return [
      {
        level: 'warning',
        energyCode,
        columns: ['total'],
        text: { zh: `${energyName.zh}：${about.zh}`, en: `${energyName.en}: ${about.en}` },
      },
    ];
  });
