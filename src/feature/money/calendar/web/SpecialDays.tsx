import { DatePicker, Input, Select } from 'antd';
import { Link } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import dayjs from 'dayjs';
import { useState } from 'react';
import { DAY_TYPES } from '#contract/period.ts';
import { ApiError } from '#web/api.ts';
import { useMay } from '#web/session/session.ts';
import { useText } from '#web/text/useTexts.ts';
import { Button } from '#web/ui/Button.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { LoadingState } from '#web/ui/LoadingState.tsx';
import { notify } from '#web/ui/notice.ts';
import { Panel } from '#web/ui/Panel.tsx';
import { askEffect } from './askEffect.tsx';
import kit from '#web/ui/kit.module.css';
import styles from './Calendar.module.css';
import { addDay, daysQuery, previewDay, previewRemoval, removeRow } from './calls.ts';
import { dayLines } from './dayLines.ts';
import { useCalendarTexts } from './useCalendarTexts.ts';

const KINDS = { 1: DAY_TYPES.holiday, 2: DAY_TYPES.workday, 3: DAY_TYPES.weekend, 4: DAY_TYPES.hot };

/** The holidays, worked weekends and hot days of a year; those of the enterprise can be added and removed. */
export function SpecialDays({ consumerId }: { consumerId: number }) {
  const t = useCalendarTexts();
  const say = useText();
  const mayAdd = useMay('sys.holiday.add');
  const mayDelete = useMay('sys.holiday.del');
  const [year, setYear] = useState(() => dayjs().year());
  const [dt, setDt] = useState<string | null>(null);
  const [kind, setKind] = useState('4');
  const [name, setName] = useState('');
  const days = useQuery(daysQuery(consumerId, year));
  const run = async (act: () => Promise<void>): Promise<void> => {
    try {
      await act();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
    }
  };
  const add = (date: string): Promise<void> =>
    run(async () => {
      const day = { consumerId, dt: date, holidayTypeId: kind, holidayName: name.trim() || null };
      if (!(await askEffect(t, t('dayTitle'), await previewDay(day)))) return;
      await addDay(day);
      setDt(null);
      setName('');
      notify('success', t('saved'));
    });
  const del = (id: number, date: string): Promise<void> =>
    run(async () => {
      const effect = await previewRemoval('sys/holiday', id);
      if (!(await askEffect(t, t('removeDay', { date }), effect, true))) return;
      await removeRow('sys/holiday', id);
      notify('success', t('deleted'));
    });
  return (
    <Panel
      title={t('days')}
      extra={
        <DatePicker
          picker="year"
          size="small"
          allowClear={false}
          aria-label={t('year')}
          value={dayjs(`${year}-01-01`)}
          onChange={(value) => value && setYear(value.year())}
        />
      }
    >
      {mayAdd && (
        <div className={kit.wrap}>
          <DatePicker
            aria-label={t('date')}
            placeholder={t('date')}
            value={dt ? dayjs(dt) : null}
            onChange={(day) => setDt(day ? day.format('YYYY-MM-DD') : null)}
          />
          <Select
            aria-label={t('kind')}
            value={kind}
            onChange={setKind}
            style={{ width: 120 }}
            options={Object.entries(KINDS).map(([value, label]) => ({ value, label: say(label) }))}
          />
          <Input
            aria-label={t('dayName')}
            placeholder={t('dayName')}
            value={name}
            maxLength={60}
            style={{ width: 140 }}
            onChange={(event) => setName(event.target.value)}
          />
          <Button disabled={dt === null} onClick={() => dt !== null && void add(dt)}>
            {t('addDay')}
          </Button>
          <Link to="/SDNTimeConfig/SDNHoliday">{t('allDays')}</Link>
        </div>
      )}
      {days.isPending && <LoadingState height={120} />}
      {days.isError && <ErrorState what={days.error.message} onRetry={() => void days.refetch()} />}
      {days.data?.length === 0 && <p className={styles.hint}>{t('noDays')}</p>}
      <ul className={styles.days}>
        {dayLines(days.data ?? []).map((day) => (
          <li key={`${day.dt} ${day.dayType}`}>
            <span>{day.until === day.dt ? day.dt : `${day.dt} – ${day.until.slice(5)}`}</span>
            <span>{say(DAY_TYPES[day.dayType])}</span>
            <span>
              {day.name && say(day.name)} {day.holidayId === null && <small>{t('national')}</small>}
            </span>
            {day.holidayId !== null && mayDelete ? (
              <Button
                kind="link"
                aria-label={t('removeDay', { date: day.dt })}
                onClick={() => day.holidayId !== null && void del(day.holidayId, day.dt)}
              >
                {t('del')}
              </Button>
            ) : (
              <span />
            )}
          </li>
        ))}
      </ul>
    </Panel>
  );
}
