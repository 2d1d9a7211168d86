import { useQuery } from '@tanstack/react-query';
import { Select } from 'antd';
import { useState } from 'react';
import { INTERVAL } from '#contract/interval.ts';
import { mayOpenPage, type PageKind } from '#contract/objectPage.ts';
import { formatNumber, MISSING } from '#domain/figure/number.ts';
import { addDays } from '#domain/time/date.ts';
import { dateAt, momentAt, startOfDate } from '#domain/time/text.ts';
import { LevelMark } from '#web/ui/LevelMark.tsx';
import { device } from '#resource/archive/device.ts';
import { deviceTrace } from '#resource/archive/deviceTrace.ts';
import { saveFile } from '#web/api.ts';
import { useLive } from '#web/live/useLive.ts';
import { useSession } from '#web/session/session.ts';
import { useText } from '#web/text/useTexts.ts';
import { Ago } from '#web/ui/Ago.tsx';
import { Button } from '#web/ui/Button.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { LoadingState } from '#web/ui/LoadingState.tsx';
import { PageLink } from '#web/ui/PageLink.tsx';
import { Segmented } from '#web/ui/Segmented.tsx';
import { StatusDot } from '#web/ui/StatusDot.tsx';
import { Table } from '#web/ui/Table.tsx';
import type { ObjectDetails } from '../contract.ts';
import { alarmsQuery, seriesQuery } from './calls.ts';
import { Curves } from './Curves.tsx';
import kit from '#web/ui/kit.module.css';
import styles from './Live.module.css';
import type { Thing } from './thing.ts';
import { useLiveTexts } from './useLiveTexts.ts';
import { type ValueRow, valueRowsOf } from './valueRows.ts';

export interface TabProps {
  readonly data: ObjectDetails;
}

const MARK = {
  good: 'normal',
  old: 'offline',
  doubtful: 'warning',
  unknown: 'offline',
  none: 'noData',
} as const;

export function ValuesTab({ data }: TabProps) {
  const t = useLiveTexts();
  const say = useText();
  const { values: live } = useLive(data.consumerId);
  const rows = valueRowsOf(data, live);
  const shown = (row: ValueRow): string =>
    row.word
      ? say(row.word)
      : row.value === null
        ? MISSING
        : `${formatNumber(row.value, 2)} ${row.unit}`.trim();
  return (
    <Table<ValueRow>
      look="list"
      label={t('values')}
      columns={[
        { key: 'param', title: t('param'), rowHead: true, render: (row) => row.name },
        {
          key: 'value',
          title: t('value'),
          end: true,
          render: (row) => (
            <span className={row.quality === 'good' ? undefined : styles.old}>{shown(row)}</span>
          ),
        },
        {
          key: 'quality',
          title: t('quality'),
          render: (row) => <StatusDot status={MARK[row.quality]} text={t(`q_${row.quality}`)} />,
        },
        {
          key: 'heard',
          title: t('heard'),
          end: true,
          render: (row) => <Ago at={row.ts} zone={data.timeZone} now={Math.max(data.now, row.ts ?? 0)} />,
        },
        {
          key: 'alarm',
          title: t('record'),
          render: (row) => (row.alarmLevel === null ? '' : <LevelMark level={row.alarmLevel} />),
        },
      ]}
      rows={rows}
      keyOf={(row) => row.key}
      scroll={{ label: t('values') }}
      empty={<EmptyState why={t('noValues')} next={t('noValuesNext')} height={160} />}
    />
  );
}

/** Ranges of the curve: today by quarters of an hour, a week by hours, a month by days. */
const RANGES = {
  today: { days: 1, interval: INTERVAL.quarter },
  week: { days: 7, interval: INTERVAL.hour },
  month: { days: 30, interval: INTERVAL.day },
} as const;
type RangeKey = keyof typeof RANGES;
const RANGE_TEXTS = { today: 'today', week: 'last7', month: 'last30' } as const;

/** The data items of meters, each once. */
const itemsOf = ({ values }: ObjectDetails): { readonly value: string; readonly label: string }[] => {
  const options = values.flatMap((one) =>
    one.ammeterId === null || one.dataCode === null || one.signalPointId !== null
      ? []
      : [{ value: `${one.ammeterId}.${one.dataCode}`, label: one.paramName }],
  );
  return [...new Map(options.map((one) => [one.value, one])).values()];
};

/** One value over time: what it told, with its limits and alarms. */
export function CurvesTab({ data }: TabProps) {
  const t = useLiveTexts();
  const items = itemsOf(data);
  const first = items.find((one) => one.value.endsWith('.PZ')) ?? items[0];
  const [item, setItem] = useState(first?.value);
  const [range, setRange] = useState<RangeKey>('today');
  const { days, interval } = RANGES[range];
  const today = dateAt(data.timeZone, data.now);
  const begin = addDays(today, 1 - days);
  const { data: list, error } = useQuery(
    seriesQuery(
      { items: item, interval: Number(interval), startTime: begin, endTime: today },
      60_000,
      item !== undefined,
    ),
  );
  if (item === undefined) return <EmptyState why={t('noValues')} next={t('noValuesNext')} height={160} />;
  const span = { from: startOfDate(data.timeZone, begin), to: startOfDate(data.timeZone, today, 1) };
  return (
    <div className={kit.stack}>
      <div className={kit.bar}>
        <Select
          aria-label={t('curve')}
          value={item}
          options={items}
          style={{ flex: '1 1 220px' }}
          onChange={setItem}
          showSearch={{ optionFilterProp: 'label' }}
        />
        <Segmented
          label={t('range')}
          value={range}
          options={(Object.keys(RANGES) as RangeKey[]).map((value) => ({
            value,
            text: t(RANGE_TEXTS[value]),
          }))}
          onChange={setRange}
        />
      </div>
      {error ? (
        <ErrorState what={error.message} height={200} />
      ) : list ? (
        <Curves list={list} items={[item]} span={span} />
      ) : (
        <LoadingState height={200} />
      )}
    </div>
  );
}

export function AlarmsTab({ data }: TabProps) {
  const t = useLiveTexts();
  const { orgId, ammeterId } = data;
  const of = ammeterId !== null ? { ammeterId } : { monitorId: orgId ?? undefined };
  const none = ammeterId === null && orgId === null;
  const { data: answer, error } = useQuery({ ...alarmsQuery({ ...of, pageSize: 50 }), enabled: !none });
  if (none) return <EmptyState why={t('noAlarm')} height={160} />;
  if (error) return <ErrorState what={error.message} height={160} />;
  if (!answer) return <LoadingState height={160} />;
  return (
    <Table
      look="list"
      label={t('alarms')}
      columns={[
        { key: 'name', title: t('record'), rowHead: true, render: (row) => row.recordName },
        { key: 'level', title: t('level'), render: (row) => <LevelMark level={row.alarmLevel} /> },
        { key: 'raised', title: t('raised'), render: (row) => momentAt(row.timeZone, row.raisedAt) },
        {
          key: 'cleared',
          title: t('cleared'),
          render: (row) => (row.clearedAt === null ? t('stands') : momentAt(row.timeZone, row.clearedAt)),
        },
      ]}
      rows={answer.list}
      keyOf={(row) => row.id}
      empty={<EmptyState why={t('noAlarm')} height={160} />}
    />
  );
}

interface FactsTabProps extends TabProps {
  readonly onGo: (next: Thing) => void;
}

/** What stands behind or below it, each with its own popup. */
function Beside({ data, onGo }: FactsTabProps) {
  const t = useLiveTexts();
  const { funCodes } = useSession();
  const { ammeterId, orgId, meters } = data;
  const maySee = (kind: PageKind): boolean => mayOpenPage(kind, (code) => funCodes.includes(code));
  if (ammeterId !== null)
    return orgId !== null && maySee('object') ? (
      <Button kind="link" onClick={() => onGo({ orgId })}>
        {t('itsObject')}
      </Button>
    ) : null;
  if (meters.length === 0 || !maySee('meter')) return null;
  return (
    <div className={kit.bar}>
      <span className={styles.quiet}>{t('meters')}</span>
      {meters.map((one) => (
        <Button key={one.ammeterId} kind="link" onClick={() => onGo({ ammeterId: one.ammeterId })}>
          {one.ammeterName}
        </Button>
      ))}
    </div>
  );
}

export function FactsTab({ data, onGo }: FactsTabProps) {
  const t = useLiveTexts();
  const say = useText();
  const { device: own } = data;
  const condition = device.fields.currentState.options?.[own?.currentState ?? ''];
  const facts: (readonly [string, string | null | undefined])[] = [
    [t('code'), data.code],
    [t('type'), data.typeName],
    [t('site'), data.siteName],
    [t('meters'), data.meters.map((one) => one.ammeterName).join(', ')],
    ...(own
      ? ([
          [t('device'), `${own.deviceName} (${own.deviceCode})`],
          [t('condition'), condition ? say(condition) : null],
          [t('manufacturer'), own.manufacturer],
          [t('ratedPower'), own.ratedPower === null ? null : `${formatNumber(own.ratedPower, 2)} kW`],
          [t('location'), own.location],
          [t('usingDate'), own.usingDate],
        ] as const)
      : []),
    ...data.facts.map((one) => [one.name, `${one.value} ${one.unit ?? ''}`.trim()] as const),
  ];
  return (
    <div className={kit.stack}>
      <Beside data={data} onGo={onGo} />
      <dl className={`${kit.facts} ${styles.facts}`}>
        {facts.map(([name, value], i) => (
          <div key={`${i} ${name}`}>
            <dt>{name}</dt>
            <dd>{value || MISSING}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

export function FilesTab({ data }: TabProps) {
  const t = useLiveTexts();
  if (data.files.length === 0) return <EmptyState why={t('noFiles')} height={160} />;
  const call = { device: 'archive/deviceFile/download', object: 'archive/orgFile/download' } as const;
  return (
    <ul className={`${kit.list} ${styles.plain}`}>
      {data.files.map((file) => (
        <li key={`${file.of}${file.id}`}>
          <Button kind="link" onClick={() => void saveFile(call[file.of], { id: file.id })}>
            {file.fileName}
          </Button>
          <small>{t(file.of)}</small>
        </li>
      ))}
    </ul>
  );
}

export function TracesTab({ data }: TabProps) {
  const t = useLiveTexts();
  const say = useText();
  const life =
    data.ammeterId === null ? null : (
      <PageLink kind="meter" id={data.ammeterId} part={{ tab: 'life' }}>
        {t('meterLife')}
      </PageLink>
    );
  if (data.traces.length === 0)
    return (
      <EmptyState why={t('noTraces')} height={160}>
        {life}
      </EmptyState>
    );
  const kind = (code: string): string => {
    const word = deviceTrace.fields.traceType.options?.[code];
    return word ? say(word) : code;
  };
  return (
    <ul className={`${kit.list} ${styles.plain}`}>
      {life && <li>{life}</li>}
      {data.traces.map((one) => (
        <li key={one.id}>
          <span>
            <b>{kind(one.traceType)}</b> {one.title}{' '}
            <small>{[one.person, one.description].filter(Boolean).join(' · ')}</small>
          </span>
          <small>{momentAt(data.timeZone, one.at)}</small>
        </li>
      ))}
    </ul>
  );
}
