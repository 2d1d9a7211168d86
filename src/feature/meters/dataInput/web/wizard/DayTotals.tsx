import { Segmented } from 'antd';
import { useMemo, useState } from 'react';
import { Button } from '#web/ui/Button.tsx';
import { formatFull, formatNumber, MISSING, type Scale, scaleFor } from '#domain/figure/number.ts';
import { Panel } from '#web/ui/Panel.tsx';
import type { DayChange, Preview } from '../../contract.ts';
import { useDataInputTexts } from '../useDataInputTexts.ts';
import styles from './DayTotals.module.css';
import { ScrollArea } from '#web/ui/ScrollArea.tsx';
import { Table, type TableColumn } from '#web/ui/Table.tsx';

const FIRST = 60;

/** What each day of each meter is, would be, and the change; one unit for the whole table. */
export function DayTotals({ preview }: { preview: Preview }) {
  const t = useDataInputTexts();
  const codes = useMemo(() => [...new Set(preview.days.map((day) => day.code))], [preview]);
  const [chosen, setChosen] = useState<string | null>(null);
  const [all, setAll] = useState(false);
  const code = chosen ?? codes[0];
  const days = preview.days.filter((day) => day.code === code);
  const unit = code?.startsWith('Q') ? 'kvarh' : (preview.meters[0]?.unit ?? '');
  const scale = scaleFor(
    unit,
    days.flatMap((day) => [number(day.now), number(day.after)]),
  );
  const shown = all ? days : days.slice(0, FIRST);
  const notListed = preview.dayCount - preview.days.length;
  return (
    <Panel
      title={t('afterWrite')}
      {...(days.length > 0 ? { unit: scale.unit } : {})}
      flush
      extra={
        codes.length > 1 && <Segmented size="small" value={code ?? ''} options={codes} onChange={setChosen} />
      }
    >
      {days.length === 0 ? (
        <p className={styles.none}>{t('noEnergy')}</p>
      ) : (
        <ScrollArea className={styles.scroll ?? ''} label={t('afterWrite')}>
          <Days days={shown} meters={preview.meters} scale={scale} />
          {!all && days.length > FIRST && (
            <Button kind="link" className={styles.more ?? ''} onClick={() => setAll(true)}>
              {t('moreDays', { n: formatNumber(days.length - FIRST, 0) })}
            </Button>
          )}
          {notListed > 0 && (all || days.length <= FIRST) && (
            <p className={styles.none}>{t('moreNotShown', { n: formatNumber(notListed, 0) })}</p>
          )}
        </ScrollArea>
      )}
      <footer className={styles.foot}>
        <p>
          {t('summary', {
            new: formatNumber(preview.counts.new, 0),
            changed: formatNumber(preview.counts.changed, 0),
            same: formatNumber(preview.counts.same, 0),
          })}
        </p>
        {preview.days[0] && (
          <p>{t('recalculates', { from: preview.days[0].day, to: preview.days.at(-1)?.day ?? '' })}</p>
        )}
      </footer>
    </Panel>
  );
}

const number = (text: string | null): number | null => (text === null ? null : Number(text));

interface DaysProps extends Pick<Preview, 'meters'> {
  readonly days: readonly DayChange[];
  readonly scale: Scale;
}

function Days({ days, meters, scale }: DaysProps) {
  const t = useDataInputTexts();
  const byId = new Map(meters.map((meter) => [meter.meterId, meter]));
  const figure = (key: 'now' | 'after', className: string | undefined): TableColumn<DayChange> => ({
    key,
    title: t(key),
    end: true,
    classOf: () => className,
    hint: (day) => formatFull(number(day[key])),
    render: (day) => {
      const value = number(day[key]);
      return value === null ? MISSING : formatNumber(value / scale.factor, scale.decimals);
    },
  });
  const columns: TableColumn<DayChange>[] = [
    {
      key: 'day',
      title: t('day'),
      render: ({ day }, index) => (days[index - 1]?.day === day ? '' : day),
    },
    {
      key: 'meter',
      title: t('meterColumn'),
      hint: ({ meterId }) => byId.get(meterId)?.ammeterName,
      render: ({ meterId }) => byId.get(meterId)?.ammeterCode,
    },
    figure('now', styles.quiet),
    figure('after', undefined),
    {
      key: 'change',
      title: t('change'),
      end: true,
      classOf: () => styles.quiet,
      render: (day) => changeText(day, scale, t('isNew'), t('isSame')),
    },
  ];
  return (
    <Table<DayChange>
      look="sheet"
      columns={columns}
      rows={days}
      keyOf={({ day, meterId }) => `${day} ${meterId}`}
    />
  );
}

function changeText(day: DayChange, scale: Scale, isNew: string, isSame: string): string {
  if (day.now === day.after) return isSame;
  if (day.now === null) return isNew;
  if (day.after === null) return MISSING;
  const change = formatNumber((Number(day.after) - Number(day.now)) / scale.factor, scale.decimals);
  return change.startsWith('\u2212') ? change : `+${change}`;
}
