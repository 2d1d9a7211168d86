import { formatFull, formatNumber, formatScaled, MISSING, scaleFor } from '#domain/figure/number.ts';
import { DAY_MS } from '#domain/time/duration.ts';
import { KeyFigures } from '#web/ui/KeyFigures.tsx';
import { BEGINNING, type Life } from '../contract.ts';
import { multiplierOf } from '../domain/life.ts';
import { isUnsure } from './lifeModel.ts';
import { useLedgerTexts } from './useLedgerTexts.ts';

/** What a life comes to: total with its unsure months, latest month, present device. */
export function LifeFigures({ life, now }: { life: Life; now: number }) {
  const t = useLedgerTexts();
  const { total } = life;
  const last = life.months.at(-1);
  const row = life.rows.at(-1);
  const sum = scaleFor(life.unit, [total]);
  const month = scaleFor(life.unit, [last?.energy]);
  const began = life.rows.findLast((one) => one.events.includes('replaced') || one.events.includes('first'));
  const unsure = life.months.filter((one) => isUnsure(one.flags)).length;
  const days = began && began.from > BEGINNING ? Math.floor((now - began.from) / DAY_MS) : null;
  return (
    <KeyFigures
      compact
      figures={[
        {
          key: 'total',
          label: t('total'),
          value: formatScaled(total, sum),
          unit: sum.unit,
          full: formatFull(total),
          comparison: {
            label: t('since', { month: life.months[0]?.month ?? MISSING }),
            value: unsure === 0 ? '' : t('unsure', { n: unsure }),
          },
        },
        {
          key: 'month',
          label: t('lastMonth'),
          value: formatScaled(last?.energy, month),
          unit: month.unit,
          full: formatFull(last?.energy),
          coverage: last ? last.coveredSeconds / ((last.to - last.from) / 1000) : null,
          comparison: { label: last?.month ?? MISSING, value: '' },
        },
        {
          key: 'device',
          label: t('device'),
          value: formatNumber(days, 0),
          ...(days === null ? {} : { unit: t('days') }),
          comparison: {
            label: row
              ? t('holds', { serial: row.serial || t('unknown'), ratio: multiplierOf(row) })
              : t('unknown'),
            value: '',
          },
        },
      ]}
    />
  );
}
