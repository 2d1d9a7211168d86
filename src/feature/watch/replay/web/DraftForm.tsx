import { Input, InputNumber, Select } from 'antd';
import { DATA_CODES, dataCode } from '#contract/dataCode.ts';
import { INTERVAL } from '#contract/interval.ts';
import { textIn } from '#contract/text.ts';
import { formatFull } from '#domain/figure/number.ts';
import { addDays } from '#domain/time/date.ts';
import { LevelChoice } from '#feature/watch/alarm/web/public.ts';
import { ammeter } from '#resource/archive/ammeter.ts';
import { alarm } from '#resource/event/alarm.ts';
import { ReferenceSelect } from '#web/resource/ReferenceSelect.tsx';
import { currentLanguage } from '#web/text/language.ts';
import { RangeField } from '#web/ui/RangeField.tsx';
import { MOST_DAYS, type RuleWire } from '../contract.ts';
import { byLimit, byPoints, byValue, type Draft, type Method } from './draft.ts';
import kit from '#web/ui/kit.module.css';
import styles from './Replay.module.css';
import { useReplayTexts } from './useReplayTexts.ts';

/** Bounds of what is filled in, as the server has them. */
const MOST = 1e12;
const MOST_SECONDS = 86_400;

export interface DraftFormProps {
  readonly consumerId: number;
  readonly alarmId: number | null;
  readonly draft: Draft;
  /** What the version in force asks for, to be told beside what differs. */
  readonly inForce: RuleWire | null;
  /** YYYY-MM-DD */
  readonly today: string;
  readonly onAlarm: (alarmId: number | null) => void;
  readonly onChange: (part: Partial<Draft>) => void;
}

/** The condition that is tried, over which meters and days. */
export function DraftForm(props: DraftFormProps) {
  return (
    <div className={styles.form}>
      <Source {...props} />
      <Condition {...props} />
      <Level {...props} />
    </div>
  );
}

/** Which rule or value, of which meters, over which days. */
function Source({ consumerId, alarmId, draft, onAlarm, onChange, today }: DraftFormProps) {
  const t = useReplayTexts();
  return (
    <>
      <label>
        <span>{t('rule')}</span>
        <ReferenceSelect
          target={alarm}
          ids={alarmId === null ? [] : [alarmId]}
          onChange={([id]) => onAlarm(id ?? null)}
          multiple={false}
          clearable
          consumerId={consumerId}
          label={t('rule')}
        />
        {alarmId === null && <span className={kit.quiet}>{t('noRule')}</span>}
      </label>
      {byValue(draft) && <ValueSelect code={draft.code} onChange={onChange} />}
      {byPoints(draft) ? (
        <div>
          <span className={styles.label}>{t('points')}</span>
          <span className={kit.quiet}>{t('pointsOfRule')}</span>
        </div>
      ) : (
        <label>
          <span>{t('meters')}</span>
          <ReferenceSelect
            target={ammeter}
            ids={draft.ammeterIds}
            onChange={(ammeterIds) => onChange({ ammeterIds })}
            multiple
            consumerId={consumerId}
            label={t('meters')}
          />
          {alarmId !== null && draft.ammeterIds.length === 0 && (
            <span className={kit.quiet}>{t('metersOfRule')}</span>
          )}
        </label>
      )}
      <div>
        <span className={styles.label}>{t('days')}</span>
        <RangeField
          interval={INTERVAL.day}
          begin={draft.begin ?? addDays(draft.end ?? today, 1 - MOST_DAYS)}
          end={draft.end ?? today}
          today={today}
          onChange={onChange}
        />
      </div>
    </>
  );
}

interface ValueSelectProps extends Pick<DraftFormProps, 'onChange'> {
  readonly code: string;
}

/** The value that limits judge. */
function ValueSelect({ code: chosen, onChange }: ValueSelectProps) {
  const t = useReplayTexts();
  const language = currentLanguage();
  return (
    <label>
      <span>{t('value')}</span>
      <Select
        aria-label={t('value')}
        showSearch
        optionFilterProp="label"
        style={{ width: '100%' }}
        value={chosen}
        options={DATA_CODES.map(({ code, label }) => ({
          value: code,
          label: `${code} ${textIn(label, language)}`,
        }))}
        onChange={(code: string) => onChange({ code })}
      />
    </label>
  );
}

/** The limit with its dead band and delays; what the version in force has stands beside. */
function Condition({ draft, inForce, onChange }: DraftFormProps) {
  const t = useReplayTexts();
  const unit = byValue(draft) ? (dataCode(draft.code)?.unit ?? '') : '';
  const methods: readonly Method[] = [
    'above',
    'below',
    'expression',
    // Those that only a saved rule can tell.
    ...(draft.method === 'above' || draft.method === 'below' || draft.method === 'expression'
      ? []
      : [draft.method]),
  ];
  const of = (key: 'limit' | 'deadBand' | 'onDelay' | 'offDelay') => ({
    label: t(key),
    value: draft[key],
    was: inForce && inForce[key] !== draft[key] ? inForce[key] : null,
    onChange: (value: number | null) => onChange({ [key]: value ?? (key === 'limit' ? null : 0) }),
  });
  // Between hours or days, and in a count, there are no delays.
  const delayed = draft.method !== 'figure' && draft.method !== 'operations';
  const seconds = { unit: 's', max: MOST_SECONDS, whole: true };
  return (
    <div className={styles.row}>
      <label>
        <span>{t('ringWhen')}</span>
        <Select
          aria-label={t('ringWhen')}
          style={{ width: '100%' }}
          value={draft.method}
          options={methods.map((value) => ({
            value,
            label: t(value === 'figure' ? 'byFigure' : value === 'signal' ? 'bySignal' : value),
          }))}
          onChange={(method: Method) => onChange({ method })}
        />
      </label>
      {draft.method === 'expression' && <ExpressionField expression={draft.expression} onChange={onChange} />}
      {byLimit(draft) && draft.method !== 'limitSet' && <Figure {...of('limit')} unit={unit} min={-MOST} />}
      {byLimit(draft) && !byPoints(draft) && <Figure {...of('deadBand')} unit={unit} />}
      {delayed && <Figure {...of('onDelay')} {...seconds} />}
      {delayed && <Figure {...of('offDelay')} {...seconds} />}
      <Figure
        label={t('matter')}
        unit={t('minutes')}
        value={draft.matterMinutes}
        min={1}
        max={1440}
        whole
        onChange={(matterMinutes) => onChange({ matterMinutes: matterMinutes ?? 10 })}
      />
    </div>
  );
}

interface ExpressionFieldProps extends Pick<DraftFormProps, 'onChange'> {
  readonly expression: string;
}

function ExpressionField({ expression, onChange }: ExpressionFieldProps) {
  const t = useReplayTexts();
  return (
    <label className={styles.wide}>
      <span>{t('expression')}</span>
      <Input
        aria-label={t('expression')}
        maxLength={500}
        value={expression}
        onChange={(event) => onChange({ expression: event.target.value })}
      />
    </label>
  );
}

function Level({ draft, onChange }: DraftFormProps) {
  const t = useReplayTexts();
  return (
    <div>
      <span className={styles.label}>{t('level')}</span>
      <LevelChoice label={t('level')} value={draft.level} onChange={(level) => onChange({ level })} />
    </div>
  );
}

interface FigureProps {
  readonly label: string;
  readonly unit: string;
  readonly value: number | null;
  /** Of the version in force, where it differs. */
  readonly was?: number | null;
  readonly min?: number;
  readonly max?: number;
  readonly whole?: boolean;
  readonly onChange: (value: number | null) => void;
}

function Figure({ label, unit, value, was, min = 0, max = MOST, whole, onChange }: FigureProps) {
  const t = useReplayTexts();
  return (
    <label>
      <span>
        {label}
        {was != null && <span className={styles.was}>{t('was', { value: formatFull(was) })}</span>}
      </span>
      <InputNumber
        aria-label={label}
        style={{ width: '100%' }}
        min={min}
        max={max}
        {...(whole ? { precision: 0 } : {})}
        {...(unit === '' ? {} : { suffix: unit })}
        value={value}
        onChange={onChange}
      />
    </label>
  );
}
