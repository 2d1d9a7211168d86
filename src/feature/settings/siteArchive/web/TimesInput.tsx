import { shootingTimes, WORKING_HOURS } from '#contract/shootingTime.ts';
import type { ShootingTime } from '#contract/shootingTime.ts';
import type { CellProps, InputProps } from '#web/resource/kindWeb.ts';
import type { WebSlots } from '#web/resource/slot.ts';
import { Button } from '#web/ui/Button.tsx';
import { TimeBox } from '#web/ui/TimeBox.tsx';
import kit from '#web/ui/kit.module.css';
import styles from './Archive.module.css';
import { useArchiveTexts } from './useArchiveTexts.ts';

const timesOf = (value: unknown): readonly ShootingTime[] => {
  const given = (value as { segments?: readonly ShootingTime[] } | null)?.segments;
  return given ?? WORKING_HOURS.segments;
};

/** The parts of a day in which a camera takes pictures. */
function TimesInput({ value, onChange, id }: InputProps) {
  const t = useArchiveTexts();
  const times = timesOf(value);
  const write = (next: readonly ShootingTime[]): void => onChange({ segments: next });
  const edit = (i: number, change: Partial<ShootingTime>): void =>
    write(times.map((one, at) => (at === i ? { ...one, ...change } : one)));
  return (
    <div id={id} tabIndex={-1} className={styles.lines}>
      {times.map((one, i) => (
        // A line is told apart by its place alone.
        <div key={i} className={styles.row}>
          {(['begin', 'end'] as const).map((name) => (
            <TimeBox
              key={name}
              className={styles.time ?? ''}
              label={`${t('line', { n: i + 1 })} ${t(name)}`}
              value={one[name]}
              step={1}
              onChange={(time) => edit(i, { [name]: time })}
            />
          ))}
          <input
            type="number"
            min={1}
            max={1440}
            className={styles.cell}
            aria-label={`${t('line', { n: i + 1 })} ${t('minutes')}`}
            value={one.minutes}
            onChange={(event) => edit(i, { minutes: Number(event.target.value) })}
          />
          <span className={kit.note}>{t('minutes')}</span>
          <Button
            kind="link"
            disabled={times.length === 1}
            aria-label={`${t('line', { n: i + 1 })} ${t('remove')}`}
            onClick={() => write(times.toSpliced(i, 1))}
          >
            {t('remove')}
          </Button>
        </div>
      ))}
      <div>
        <Button
          disabled={times.length >= 24}
          onClick={() =>
            write([...times, { begin: times.at(-1)?.end ?? '08:00', end: '23:59', minutes: 30 }])
          }
        >
          {t('add')}
        </Button>
      </div>
    </div>
  );
}

function TimesCell({ value }: CellProps) {
  const t = useArchiveTexts();
  const read = shootingTimes.safeParse(value);
  return <span>{read.success ? read.data.segments.map((one) => t('every', one)).join('; ') : '--'}</span>;
}

export const slots: WebSlots = { inputs: { segments: TimesInput }, cells: { segments: TimesCell } };
