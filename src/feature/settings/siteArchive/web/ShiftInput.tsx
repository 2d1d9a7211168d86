import { crewNamesEn, crewsOf, inEnglish, minutesOf, shiftPlan, THREE_SHIFTS } from '#contract/shiftPlan.ts';
import type { Shift, ShiftPlan } from '#contract/shiftPlan.ts';
import type { CellProps, InputProps } from '#web/resource/kindWeb.ts';
import type { WebSlots } from '#web/resource/slot.ts';
import { useLanguage } from '#web/text/language.ts';
import { Button } from '#web/ui/Button.tsx';
import { TimeBox } from '#web/ui/TimeBox.tsx';
import kit from '#web/ui/kit.module.css';
import styles from './Archive.module.css';
import { useArchiveTexts } from './useArchiveTexts.ts';

const planOf = (value: unknown): ShiftPlan =>
  value !== null && typeof value === 'object' && 'shifts' in value ? (value as ShiftPlan) : THREE_SHIFTS;

const isOver = (shift: Shift): boolean => {
  const { to } = minutesOf(shift);
  return to > 1440;
};

/** The shifts of a day and, where crews take turns, who works when. */
function ShiftInput({ value, onChange, id }: InputProps) {
  const t = useArchiveTexts();
  const plan = planOf(value);
  const { shifts, cycle } = plan;
  const english = crewNamesEn(plan);
  const edit = (i: number, change: Partial<Shift>): void =>
    onChange({ ...plan, shifts: shifts.map((one, at) => (at === i ? { ...one, ...change } : one)) });
  const setCycle = (next: ShiftPlan['cycle']): void =>
    onChange(next === undefined || next.length === 0 ? { shifts } : { ...plan, cycle: next });
  const remove = (i: number): void =>
    onChange({
      ...plan,
      shifts: shifts.toSpliced(i, 1),
      ...(cycle ? { cycle: cycle.map((day) => day.toSpliced(i, 1)) } : {}),
    });
  const add = (): void => {
    const begin = shifts.at(-1)?.end ?? '08:00';
    onChange({
      ...plan,
      shifts: [...shifts, { name: '', begin, end: begin }],
      ...(cycle ? { cycle: cycle.map((day) => [...day, null]) } : {}),
    });
  };
  const nameCrew = (crew: string, name: string): void => {
    const names = [...english].filter(([one]) => one !== crew);
    onChange({ ...plan, crewsEn: Object.fromEntries(name === '' ? names : [...names, [crew, name]]) });
  };
  const emptyDay = (): (string | null)[] => shifts.map(() => null);
  return (
    <div id={id} tabIndex={-1} className={styles.lines}>
      {shifts.map((shift, i) => (
        // A line is told apart by its place alone.
        <div key={i} className={styles.row}>
          <input
            className={styles.cell}
            aria-label={`${t('line', { n: i + 1 })} ${t('shiftName')}`}
            placeholder={t('shiftName')}
            maxLength={20}
            value={shift.name}
            onChange={(event) => edit(i, { name: event.target.value })}
          />
          <input
            className={styles.cell}
            aria-label={`${t('line', { n: i + 1 })} ${t('englishName')}`}
            placeholder={t('englishName')}
            maxLength={20}
            value={shift.nameEn ?? ''}
            onChange={(event) => edit(i, { nameEn: event.target.value || undefined })}
          />
          {(['begin', 'end'] as const).map((name) => (
            <TimeBox
              key={name}
              className={styles.time ?? ''}
              label={`${t('line', { n: i + 1 })} ${t(name)}`}
              value={shift[name]}
              onChange={(time) => edit(i, { [name]: time })}
            />
          ))}
          <span className={styles.day}>{isOver(shift) ? t('nextDay') : ''}</span>
          <Button
            kind="link"
            disabled={shifts.length === 1}
            aria-label={`${t('line', { n: i + 1 })} ${t('remove')}`}
            onClick={() => remove(i)}
          >
            {t('remove')}
          </Button>
        </div>
      ))}
      <div className={styles.row}>
        <Button disabled={shifts.length >= 12} onClick={add}>
          {t('addShift')}
        </Button>
        <label>
          <input
            type="checkbox"
            checked={cycle !== undefined}
            onChange={(event) => setCycle(event.target.checked ? [emptyDay()] : undefined)}
          />{' '}
          {t('crews')}
        </label>
      </div>
      <p className={kit.note}>{t('shiftHint')}</p>
      {cycle && (
        <>
          <p className={kit.note}>{t('crewsHint')}</p>
          {cycle.map((day, d) => (
            <div key={d} className={styles.row}>
              <span className={styles.day}>{t('day', { n: d + 1 })}</span>
              {shifts.map((shift, s) => (
                <input
                  key={s}
                  className={styles.cell}
                  aria-label={`${t('day', { n: d + 1 })} ${shift.name}`}
                  placeholder={shift.name}
                  maxLength={20}
                  value={day[s] ?? ''}
                  onChange={(event) =>
                    setCycle(
                      cycle.map((crews, at) =>
                        at === d
                          ? crews.map((crew, i) => (i === s ? event.target.value || null : crew))
                          : crews,
                      ),
                    )
                  }
                />
              ))}
              <Button
                kind="link"
                aria-label={`${t('day', { n: d + 1 })} ${t('remove')}`}
                onClick={() => setCycle(cycle.toSpliced(d, 1))}
              >
                {t('remove')}
              </Button>
            </div>
          ))}
          <div>
            <Button disabled={cycle.length >= 60} onClick={() => setCycle([...cycle, emptyDay()])}>
              {t('addDay')}
            </Button>
          </div>
          {crewsOf(plan).map((crew) => (
            <div key={crew} className={styles.row}>
              <span className={styles.day}>{crew}</span>
              <input
                className={styles.cell}
                aria-label={`${crew} ${t('englishName')}`}
                placeholder={t('englishName')}
                maxLength={20}
                value={english.get(crew) ?? ''}
                onChange={(event) => nameCrew(crew, event.target.value)}
              />
            </div>
          ))}
        </>
      )}
    </div>
  );
}

function ShiftCell({ value }: CellProps) {
  const language = useLanguage();
  const read = shiftPlan.safeParse(value);
  if (!read.success) return <span>--</span>;
  const { shifts } = language !== 'zh' ? inEnglish(read.data) : read.data;
  return <span>{shifts.map((one) => `${one.name} ${one.begin}–${one.end}`).join('; ')}</span>;
}

export const slots: WebSlots = { inputs: { shifts: ShiftInput }, cells: { shifts: ShiftCell } };
