import { DatePicker, Select } from 'antd';
import dayjs from 'dayjs';
import type { Text } from '#contract/text.ts';
import { INTERVAL } from '#contract/interval.ts';
import { momentAt, secondAt } from '#domain/time/text.ts';
import { monitorObject } from '#resource/archive/monitorObject.ts';
import { monitorSite } from '#resource/archive/monitorSite.ts';
import { alarmRecord } from '#resource/event/alarmRecord.ts';
import { ReferenceSelect } from '#web/resource/ReferenceSelect.tsx';
import { useMay } from '#web/session/session.ts';
import { useText } from '#web/text/useTexts.ts';
import { ExportMenu } from '#web/ui/ExportMenu.tsx';
import { FilterBar, FilterField } from '#web/ui/FilterBar.tsx';
import { RangeField } from '#web/ui/RangeField.tsx';
import { Segmented } from '#web/ui/Segmented.tsx';
import { instantText } from '#web/ui/zoneTime.ts';
import { EXPORT } from '../calls.ts';
import { useAlarmTexts } from '../useAlarmTexts.ts';
import { type ChangeEvent, daysOf, type EventAddress, paramsOf } from './address.ts';
import styles from './Event.module.css';

export interface EventPartProps {
  readonly consumerId: number;
  /** Of the enterprise. */
  readonly zone: string;
  /** YYYY-MM-DD of the enterprise. */
  readonly today: string;
  readonly address: EventAddress;
  readonly onChange: ChangeEvent;
}

/** The fields of the query; what a tab does not ask is not offered there. */
export function EventFilter({ consumerId, zone, today, address, onChange }: EventPartProps) {
  const t = useAlarmTexts();
  const mayExport = useMay('event.alarmRecord.export');
  const { tab, site, at } = address;
  const change = (part: Parameters<ChangeEvent>[0]): void => onChange({ ...part, page: undefined });
  const { begin, end } = daysOf(address, today);
  return (
    <FilterBar
      summary={at === null ? `${begin} – ${end}` : t('stoodAt', { at: momentAt(zone, at) })}
      actions={
        tab === 'records' &&
        mayExport && <ExportMenu call={EXPORT} params={paramsOf(address, consumerId, today)} />
      }
    >
      <Segmented
        label={t('views')}
        value={tab}
        options={[
          { value: 'records', text: t('tabRecords') },
          { value: 'rates', text: t('tabRates') },
        ]}
        onChange={(next) => change({ tab: next === 'rates' ? next : undefined })}
      />
      {at === null ? (
        <RangeField interval={INTERVAL.day} begin={begin} end={end} today={today} onChange={change} />
      ) : (
        <InstantField zone={zone} at={at} onChange={change} />
      )}
      <FilterField label={t('site')}>
        <span className={styles.choice}>
          <ReferenceSelect
            target={monitorSite}
            ids={site === null ? [] : [site]}
            onChange={([id]) => change({ site: id })}
            multiple={false}
            consumerId={consumerId}
            label={t('site')}
            clearable
          />
        </span>
      </FilterField>
      {tab === 'records' && <RecordFields {...{ consumerId, address, change }} />}
    </FilterBar>
  );
}

interface RecordFieldsProps {
  readonly consumerId: number;
  readonly address: EventAddress;
  readonly change: (part: Parameters<ChangeEvent>[0]) => void;
}

function RecordFields({ consumerId, address, change }: RecordFieldsProps) {
  const t = useAlarmTexts();
  const { alarmLevel, alarmType, alarmStatus, process } = alarmRecord.fields;
  const { object } = address;
  return (
    <>
      <FilterField label={t('object')}>
        <span className={styles.choice}>
          <ReferenceSelect
            target={monitorObject}
            ids={object === null ? [] : [object]}
            onChange={([id]) => change({ object: id })}
            multiple={false}
            consumerId={consumerId}
            label={t('object')}
            clearable
          />
        </span>
      </FilterField>
      <Code
        label={t('level')}
        options={alarmLevel.options}
        value={address.level}
        onChange={(level) => change({ level })}
      />
      <Code
        label={t('type')}
        options={alarmType.options}
        value={address.type}
        onChange={(type) => change({ type })}
      />
      <Code
        label={t('condition')}
        options={alarmStatus.options}
        value={address.status}
        onChange={(status) => change({ status })}
      />
      <Code
        label={t('process')}
        options={process.options}
        value={address.process}
        onChange={(next) => change({ process: next })}
      />
      <TimeBasis address={address} change={change} />
    </>
  );
}

/** What the time of the query is about. */
function TimeBasis({ address, change }: Omit<RecordFieldsProps, 'consumerId'>) {
  const t = useAlarmTexts();
  return (
    <Segmented
      label={t('dateType')}
      small
      value={address.at === null ? address.dateType : STANDING}
      options={[
        { value: '1', text: t('byRaised') },
        { value: '2', text: t('byCleared') },
        { value: '3', text: t('byConfirmed') },
        { value: STANDING, text: t('byStanding') },
      ]}
      onChange={(next) =>
        change(
          next === STANDING
            ? { at: Date.now() }
            : { at: undefined, dateType: next === '1' ? undefined : next },
        )
      }
    />
  );
}

/** In place of a time that a range is about: what stood at one instant. */
const STANDING = 'at';

interface InstantFieldProps {
  readonly zone: string;
  /** ms */
  readonly at: number;
  readonly onChange: (part: { at: number }) => void;
}

/** The instant at which records stood, on the clock of the enterprise. */
function InstantField({ zone, at, onChange }: InstantFieldProps) {
  const t = useAlarmTexts();
  return (
    <DatePicker
      aria-label={t('byStanding')}
      showTime={{ format: 'HH:mm:ss' }}
      format="YYYY-MM-DD HH:mm:ss"
      allowClear={false}
      value={dayjs(secondAt(zone, at))}
      onChange={(picked) =>
        picked && onChange({ at: Math.min(Date.now(), Date.parse(instantText(picked, zone))) })
      }
    />
  );
}

interface CodeProps {
  readonly label: string;
  readonly options: Readonly<Record<string, Text>> | undefined;
  readonly value: string | null;
  readonly onChange: (value: string | undefined) => void;
}

/** One of the codes of a field, or any. */
function Code({ label, options = {}, value, onChange }: CodeProps) {
  const t = useAlarmTexts();
  const say = useText();
  return (
    <FilterField label={label}>
      <Select
        aria-label={label}
        className={styles.code ?? ''}
        value={value ?? ''}
        options={[
          { value: '', label: t('any') },
          ...Object.entries(options).map(([code, word]) => ({ value: code, label: say(word) })),
        ]}
        onChange={(next) => onChange(next || undefined)}
      />
    </FilterField>
  );
}
