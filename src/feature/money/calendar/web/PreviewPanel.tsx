import { DatePicker } from 'antd';
import { useQuery } from '@tanstack/react-query';
import dayjs from 'dayjs';
import { Fragment, useMemo, useState } from 'react';
import {
  DAY_TYPE_NAMES,
  DAY_TYPES,
  type DayType,
  isShown,
  PERIOD_NUMBERS,
  PERIODS,
} from '#contract/period.ts';
import { type PeriodRules } from '#contract/periodRule.ts';
import { type DayFact, dayFact, overlay, type SpecialDay } from '#domain/calendar/dayFact.ts';
import { ruleFor } from '#domain/calendar/rule.ts';
import { quartersOfDay } from '#domain/calendar/segment.ts';
import { dayOfDate } from '#domain/time/date.ts';
import { useLanguage } from '#web/text/language.ts';
import { useText } from '#web/text/useTexts.ts';
import { Panel } from '#web/ui/Panel.tsx';
import { Segmented } from '#web/ui/Segmented.tsx';
import styles from './Calendar.module.css';
import { daysQuery } from './calls.ts';
import { MONTHS, monthName } from './month.ts';
import { HourScale } from './HourScale.tsx';
import { PeriodStrip } from './PeriodStrip.tsx';
import { useCalendarTexts } from './useCalendarTexts.ts';

function quartersFor({ rules }: PeriodRules, fact: DayFact): Uint8Array | null {
  const rule = rules[ruleFor(rules, fact)];
  return rule ? quartersOfDay(rule.segments) : null;
}

export interface PreviewPanelProps {
  readonly rules: PeriodRules;
  /** The enterprise, or the site whose days are meant. */
  readonly orgId: number;
}

/** What rules mean: every month by hour for a kind of day, the dates they name, and any single day. */
export function PreviewPanel({ rules, orgId }: PreviewPanelProps) {
  const t = useCalendarTexts();
  const say = useText();
  const language = useLanguage();
  const [kind, setKind] = useState<DayType>('workday');
  const [date, setDate] = useState(() => dayjs().format('YYYY-MM-DD'));
  const listed = useQuery(daysQuery(orgId, Number(date.slice(0, 4))));
  const special = useMemo(
    () =>
      overlay(
        ...(listed.data ?? []).map(
          ({ dt, dayType }) =>
            new Map<number, SpecialDay>([
              [dayOfDate(dt), dayType === 'hot' ? { hot: true } : { kind: dayType }],
            ]),
        ),
      ),
    [listed.data],
  );
  const fact = dayFact(dayOfDate(date), special);
  const names = [say(DAY_TYPES[fact.kind]), ...(fact.hot ? [say(DAY_TYPES.hot)] : [])].join(', ');
  const dates = [...new Set(rules.rules.flatMap((rule) => rule.dates ?? []))].sort();
  const shown = quartersFor(rules, fact);
  const named = new Set(rules.rules.flatMap((rule) => rule.segments.map((segment) => segment.period)));
  return (
    <Panel
      title={t('preview')}
      unit={t('previewUnit')}
      extra={
        <Segmented
          small
          label={t('dayKind')}
          value={kind}
          onChange={setKind}
          options={DAY_TYPE_NAMES.map((value) => ({ value, text: say(DAY_TYPES[value]) }))}
        />
      }
    >
      <div className={styles.grid}>
        <span />
        <HourScale />
        {MONTHS.map((month) => {
          const label = monthName(month, language);
          const facts: DayFact = {
            month,
            date: '',
            kind: kind === 'hot' ? 'workday' : kind,
            hot: kind === 'hot',
          };
          return (
            <Fragment key={month}>
              <span>{label}</span>
              <PeriodStrip label={label} quarters={quartersFor(rules, facts)} />
            </Fragment>
          );
        })}
        {dates.map((one) => (
          <Fragment key={one}>
            <span>{one}</span>
            <PeriodStrip label={one} quarters={quartersFor(rules, dayFact(dayOfDate(one), special))} />
          </Fragment>
        ))}
      </div>
      <div className={styles.oneDay}>
        <label htmlFor="calendar-day">{t('oneDay')}</label>
        <DatePicker
          id="calendar-day"
          size="small"
          allowClear={false}
          value={dayjs(date)}
          onChange={(day) => day && setDate(day.format('YYYY-MM-DD'))}
        />
        <span>{names}</span>
      </div>
      <PeriodStrip label={`${date} ${names}`} quarters={shown} />
      <ul className={styles.legend}>
        {PERIOD_NUMBERS.filter((period) => isShown(period, named.has(period))).map((period) => (
          <li key={period}>
            <i data-period={period} aria-hidden="true" />
            {t('hoursTotal', {
              period: say(PERIODS[period]),
              hours: (shown?.filter((one) => one === period).length ?? 0) / 4,
            })}
          </li>
        ))}
      </ul>
    </Panel>
  );
}
