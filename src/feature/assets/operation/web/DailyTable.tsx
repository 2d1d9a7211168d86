import { formatNumber, MISSING } from '#domain/figure/number.ts';
import { useTexts } from '#web/text/useTexts.ts';
import { Panel } from '#web/ui/Panel.tsx';
import { Table } from '#web/ui/Table.tsx';

interface Day {
  /** ms */
  readonly from: number;
  readonly label: string;
}

/** A figure of each day: its field, title, unit and decimals. */
export type DailyColumn<R> = readonly [key: keyof R & string, title: string, unit: string, decimals: number];

/** Figures of days as a table, the newest first. */
export function DailyTable<R extends Day>({
  days,
  columns,
  height,
}: {
  readonly days: readonly R[];
  readonly columns: readonly DailyColumn<R>[];
  readonly height: number;
}) {
  const t = useTexts<typeof import('./texts.ts').texts>('operation');
  return (
    <Panel title={t('daily')} flush>
      <Table
        look="sheet"
        label={t('daily')}
        scroll={{ label: t('daily'), height }}
        rows={days.toReversed()}
        keyOf={({ from }) => from}
        columns={[
          { key: 'label', title: t('day'), rowHead: true, render: ({ label }) => label },
          ...columns.map(([key, title, unit, decimals]) => ({
            key,
            title,
            unit,
            end: true,
            render: (row: R) => {
              const value = row[key];
              return typeof value === 'number' ? formatNumber(value, decimals) : MISSING;
            },
          })),
        ]}
      />
    </Panel>
  );
}
