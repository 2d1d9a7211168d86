import { formatFull, formatNumber, MISSING } from '#domain/figure/number.ts';
import { deviceDate } from '#web/session/zone.ts';
import { useText } from '#web/text/useTexts.ts';
import { KeyFigures } from '#web/ui/KeyFigures.tsx';
import { type AnnualTable, TOTAL_CODE } from '../contract.ts';
import { useTableTexts } from './table.ts';

/** What the year comes to, how far it can be relied on, and whether it is filed. */
export function TableFigures({ table }: { table: AnnualTable }) {
  const t = useTableTexts();
  const say = useText();
  const errors = table.checks.filter((check) => check.level === 'error').length;
  const warnings = table.checks.length - errors;
  const [last] = table.filings;
  const [least] = table.rows
    .flatMap(({ measure, energyName }) =>
      measure?.coverage == null ? [] : [{ name: say(energyName), percent: measure.coverage }],
    )
    .toSorted((a, b) => a.percent - b.percent);
  const unpriced = table.checks.find(
    (check) => check.energyCode === TOTAL_CODE && check.columns.includes('money'),
  );
  return (
    <KeyFigures
      compact
      figures={[
        {
          key: 'total',
          label: t('total'),
          value: formatNumber(table.total.cells.total.value, 1),
          unit: 'tce',
          full: formatFull(table.total.cells.total.value),
          ...(table.unfinished ? { comparison: { label: t('unfinished'), value: '' } } : {}),
        },
        {
          key: 'coverage',
          label: t('yearCoverage'),
          value: least ? `${least.percent}%` : MISSING,
          coverage: least ? least.percent / 100 : null,
          ...(least && least.percent < 100 ? { comparison: { label: t('least'), value: least.name } } : {}),
        },
        {
          key: 'money',
          label: t('money'),
          value: formatNumber(table.total.cells.money.value, 1),
          unit: t('thousand'),
          ...(unpriced
            ? { comparison: { label: t('incomplete'), value: '', title: say(unpriced.text) } }
            : {}),
        },
        {
          key: 'checks',
          label: t('checks'),
          value:
            errors > 0
              ? t('failed', { n: errors })
              : warnings > 0
                ? t('warnings', { n: warnings })
                : t('passed'),
          ...(errors > 0 && warnings > 0
            ? { comparison: { label: t('warnings', { n: warnings }), value: '' } }
            : {}),
        },
        {
          key: 'filed',
          label: t('lastFiled'),
          value: last ? t('version', { n: last.version }) : t('never'),
          ...(last
            ? {
                comparison: {
                  label: `${last.filedBy} ${deviceDate(last.filedAt)}`,
                  value: '',
                },
              }
            : {}),
        },
        {
          key: 'differences',
          label: t('differences'),
          value: last ? String(table.differences.length) : MISSING,
        },
      ]}
    />
  );
}
