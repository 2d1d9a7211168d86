import { formatNumber, formatScaled, MISSING, scaleFor } from '#domain/figure/number.ts';
import { Table, type TableColumn } from '#web/ui/Table.tsx';
import type { LedgerEffect } from '../contract.ts';
import kit from '#web/ui/kit.module.css';
import styles from './MeterLife.module.css';
import { useLedgerTexts } from './useLedgerTexts.ts';

type Month = LedgerEffect['months'][number];

/** What a change does to consumption: now, after, change, by month. */
export function EffectTable({ effect, unit }: { effect: LedgerEffect; unit: string }) {
  const t = useLedgerTexts();
  const number = (text: string | null): number | null => (text === null ? null : Number(text));
  const scale = scaleFor(
    unit,
    effect.months.flatMap((month) => [number(month.now), number(month.after)]),
  );
  const changes = scaleFor(
    unit,
    effect.months.map((month) => number(month.change)),
  );
  const signed = (text: string): string =>
    `${Number(text) > 0 ? '+' : ''}${formatNumber(Number(text) / changes.factor, changes.decimals)}`;
  const shown = (text: string | null): string =>
    text === null ? MISSING : formatScaled(Number(text), scale);
  const doubtful = effect.doubtful > 0 && <p>{t('doubtful', { n: effect.doubtful })}</p>;
  if (effect.months.length === 0)
    return (
      <>
        <p className={kit.note}>{t('noEffect')}</p>
        {doubtful}
      </>
    );
  const figure = (key: 'now' | 'after', title: string): TableColumn<Month> => ({
    key,
    title,
    end: true,
    hint: (month) => month[key] ?? MISSING,
    render: (month) => shown(month[key]),
  });
  const columns: TableColumn<Month>[] = [
    { key: 'month', title: t('month'), render: ({ month }) => month },
    figure('now', `${t('now')} ${scale.unit}`),
    figure('after', t('after')),
    {
      key: 'change',
      title: `${t('change')} ${changes.unit}`,
      end: true,
      hint: ({ change }) => change,
      render: ({ change }) => signed(change),
    },
  ];
  return (
    <>
      <div className={styles.effect}>
        <Table<Month>
          look="lines"
          className={styles.table}
          columns={columns}
          rows={effect.months}
          keyOf={({ month }) => month}
          foot={[
            { content: t('sum'), span: 3 },
            { content: signed(effect.change), end: true, hint: effect.change },
          ]}
        />
      </div>
      {doubtful}
      {effect.unchanged > 0 && <p className={kit.note}>{t('unchanged', { n: effect.unchanged })}</p>}
    </>
  );
}
