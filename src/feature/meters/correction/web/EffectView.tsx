import { formatFull } from '#domain/figure/number.ts';
import { Table, type TableColumn } from '#web/ui/Table.tsx';
import type { Effect } from '../contract.ts';
import kit from '#web/ui/kit.module.css';
import styles from './MeterRepair.module.css';
import { useCorrectionTexts } from './useCorrectionTexts.ts';

const SHOWN = 8;

const signed = (value: number): string => (value > 0 ? `+${formatFull(value)}` : formatFull(value));

type Day = Effect['days'][number];

/** The days before and after a repair, and their total. */
export function EffectView({ effect, unit }: { effect: Effect; unit: string }) {
  const t = useCorrectionTexts();
  const still = effect.days.every((day) => day.now === day.after);
  const columns: TableColumn<Day>[] = [
    { key: 'day', title: t('day'), render: ({ day }) => day },
    { key: 'now', title: t('present'), end: true, render: ({ now }) => formatFull(now) },
    { key: 'after', title: t('repaired'), end: true, render: ({ after }) => formatFull(after) },
    { key: 'change', title: t('change'), end: true, render: ({ change }) => signed(change) },
  ];
  return (
    <div aria-live="polite" data-testid="effect">
      <Table<Day>
        look="small"
        caption={`${t('effect')} ${unit}`}
        columns={columns}
        rows={effect.days.slice(0, SHOWN)}
        keyOf={({ day }) => day}
        foot={[
          { content: t('total'), rowHead: true, className: styles.total },
          { content: formatFull(effect.now), end: true },
          { content: formatFull(effect.after), end: true },
          { content: <b>{signed(effect.change)}</b>, end: true },
        ]}
      />
      {effect.dayCount > SHOWN && <p className={kit.note}>{t('moreDays', { n: effect.dayCount - SHOWN })}</p>}
      {still && <p className={kit.note}>{t('sameFigures')}</p>}
    </div>
  );
}
