import { Select } from 'antd';
import { DAY_TYPES, type DayType } from '#contract/period.ts';
import { type PeriodRule } from '#contract/periodRule.ts';
import { isDefault } from '#domain/calendar/rule.ts';
import { useLanguage } from '#web/text/language.ts';
import { useText } from '#web/text/useTexts.ts';
import { Button } from '#web/ui/Button.tsx';
import styles from './Calendar.module.css';
import { DayBar } from './DayBar.tsx';
import { MONTHS, monthName } from './month.ts';
import { useCalendarTexts } from './useCalendarTexts.ts';

const DATE = /^\d{4}-\d{2}-\d{2}$/;

export interface RuleCardProps {
  readonly rule: PeriodRule;
  readonly number: number;
  readonly onChange: (rule: PeriodRule) => void;
  /** Undefined for the rule of all other days. */
  readonly onRemove?: (() => void) | undefined;
  readonly disabled: boolean;
  /** Id of the sentence that says which keys do what. */
  readonly describedBy: string;
}

/** One rule: on which days it holds, and the periods of these days. */
export function RuleCard({ rule, number, onChange, onRemove, disabled, describedBy }: RuleCardProps) {
  const t = useCalendarTexts();
  const say = useText();
  const language = useLanguage();
  const others = isDefault(rule) && onRemove === undefined;
  const title = others ? t('otherDays') : t('rule', { n: number });
  /** Sets a condition; an empty one is none. */
  const when = (change: Partial<PeriodRule>): void => {
    const next = { ...rule, ...change };
    if (next.months?.length === 0) delete next.months;
    if (next.dayTypes?.length === 0) delete next.dayTypes;
    if (next.dates?.length === 0) delete next.dates;
    onChange(next);
  };
  const shared = { mode: 'multiple' as const, disabled, placeholder: t('any'), style: { width: '100%' } };
  return (
    <section className={styles.rule} aria-label={title}>
      <header>
        <h3>{title}</h3>
        {onRemove && !disabled && (
          <Button kind="link" aria-label={t('removeRule', { n: number })} onClick={onRemove}>
            {t('del')}
          </Button>
        )}
      </header>
      {!others && (
        <div className={styles.conditions}>
          <span>{t('months')}</span>
          <Select<number[]>
            {...shared}
            aria-label={t('months')}
            value={rule.months ?? []}
            options={MONTHS.map((n) => ({ value: n, label: monthName(n, language) }))}
            onChange={(months) => when({ months: months.toSorted((a, b) => a - b) })}
          />
          <span>{t('dayTypes')}</span>
          <Select<DayType[]>
            {...shared}
            aria-label={t('dayTypes')}
            value={rule.dayTypes ?? []}
            options={Object.entries(DAY_TYPES).map(([value, label]) => ({
              value: value as DayType,
              label: say(label),
            }))}
            onChange={(dayTypes) => when({ dayTypes })}
          />
          <span>{t('dates')}</span>
          <Select<string[]>
            {...shared}
            mode="tags"
            aria-label={t('dates')}
            placeholder={t('datesHint')}
            tokenSeparators={[',', '，', ' ', ';', '；']}
            open={false}
            suffixIcon={null}
            value={rule.dates ?? []}
            onChange={(dates) => when({ dates: dates.filter((date) => DATE.test(date)).toSorted() })}
          />
        </div>
      )}
      <DayBar
        label={`${t('bar')}: ${title}`}
        segments={rule.segments}
        describedBy={describedBy}
        disabled={disabled}
        onChange={(segments) => onChange({ ...rule, segments: [...segments] })}
      />
    </section>
  );
}
