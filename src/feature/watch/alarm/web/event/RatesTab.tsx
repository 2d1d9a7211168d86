import { useQuery } from '@tanstack/react-query';
import { formatNumber, formatPercent, MISSING } from '#domain/figure/number.ts';
import { momentAt } from '#domain/time/text.ts';
import { useMay } from '#web/session/session.ts';
import { ageText } from '#web/ui/age.ts';
import { BulletBar } from '#web/ui/BulletBar.tsx';
import { Button } from '#web/ui/Button.tsx';
import { GoLink } from '#web/ui/GoLink.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { KeyFigures } from '#web/ui/KeyFigures.tsx';
import { LoadingState } from '#web/ui/LoadingState.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import { Table } from '#web/ui/Table.tsx';
import type { AlarmRatesWire, AlarmRow, AlarmTop } from '../../contract.ts';
import { ratesQuery, topQuery } from '../calls.ts';
import { LevelMark } from '#web/ui/LevelMark.tsx';
import { useAlarmTexts } from '../useAlarmTexts.ts';
import { daysOf } from './address.ts';
import { alarmWord, objectWord } from '../words.ts';
import styles from './Event.module.css';
import type { EventPartProps } from './EventFilter.tsx';

const REPLAY = '/SDNAlertConfig/Replay';
/** Shares of the levels that are aimed at (EEMUA 191); the two lowest share one. */
const TARGETS: Readonly<Record<number, number>> = { 1: 0.05, 2: 0.15 };

/** The figures of alarm management of a time. */
export function RatesTab({ consumerId, today, address, onChange }: EventPartProps) {
  const t = useAlarmTexts();
  const { begin: startTime, end: endTime } = daysOf(address, today);
  const query = { enterpriseId: consumerId, startTime, endTime, siteId: address.site };
  const rates = useQuery(ratesQuery(query));
  const top = useQuery(topQuery(query));
  if (rates.error && !rates.data)
    return (
      <Panel>
        <ErrorState what={rates.error.message} onRetry={() => void rates.refetch()} height={240} />
      </Panel>
    );
  if (!rates.data)
    return (
      <Panel>
        <LoadingState height={240} />
      </Panel>
    );
  const open = (record: number): void => onChange({ record }, { push: true });
  const { standing, standingFirst, chattering, chatteringFirst, to } = rates.data;
  return (
    <>
      <KeyFigures compact figures={figuresOf(rates.data, t)} />
      <div className={styles.panels}>
        <Split rates={rates.data} />
        <Panel title={t('top')} flush>
          {top.error ? (
            <ErrorState what={top.error.message} onRetry={() => void top.refetch()} height={160} />
          ) : top.data ? (
            <Top rows={top.data} />
          ) : (
            <LoadingState height={160} />
          )}
        </Panel>
        <Named title={t('standingList')} rows={standingFirst} all={standing} to={to} onOpen={open} />
        <Named title={t('chatteringList')} rows={chatteringFirst} all={chattering} to={to} onOpen={open} />
      </div>
    </>
  );
}

function figuresOf(rates: AlarmRatesWire, t: ReturnType<typeof useAlarmTexts>) {
  const figure = (key: string, label: string, value: string) => ({ key, label, value });
  const { toConfirmMs } = rates;
  return [
    figure('raises', t('raises'), formatNumber(rates.raises, 0)),
    figure('mean', t('mean'), formatNumber(rates.meanPerTenMinutes, rates.meanPerTenMinutes < 0.1 ? 4 : 2)),
    figure('peak', t('peakRate'), formatNumber(rates.peakPerTenMinutes, 0)),
    figure('flood', t('floodShare'), formatPercent(rates.floodShare, 1)),
    figure('standing', t('standing'), formatNumber(rates.standing, 0)),
    figure('chattering', t('chattering'), formatNumber(rates.chattering, 0)),
    figure('confirm', t('toConfirm'), toConfirmMs === null ? MISSING : ageText(toConfirmMs / 1000)),
    figure('top', t('topShare'), formatPercent(rates.topTenShare)),
  ];
}

/** Each level with its share of the raises, beside what is aimed at. */
function Split({ rates }: { readonly rates: AlarmRatesWire }) {
  const t = useAlarmTexts();
  const rows = [1, 2, 3, 4].map((level) => ({
    level,
    share: rates.raises === 0 ? null : (rates.byLevel.find((one) => one.level === level)?.share ?? 0),
  }));
  return (
    <Panel title={t('split')} flush>
      <Table
        look="panel"
        label={t('split')}
        columns={[
          {
            key: 'level',
            title: t('level'),
            rowHead: true,
            render: ({ level }) => <LevelMark level={String(level)} />,
          },
          { key: 'bar', title: '', render: ({ share }) => share !== null && <BulletBar share={share} /> },
          { key: 'share', title: t('share'), end: true, render: ({ share }) => formatPercent(share, 1) },
          {
            key: 'target',
            title: t('target'),
            end: true,
            render: ({ level }) => formatPercent(TARGETS[level] ?? null),
          },
        ]}
        rows={rows}
        keyOf={({ level }) => level}
      />
      <p className={styles.quiet}>{t('below')}</p>
    </Panel>
  );
}

/** What rings most, each rule with the way to try what would make it calmer. */
function Top({ rows }: { readonly rows: readonly AlarmTop[] }) {
  const t = useAlarmTexts();
  const mayReplay = useMay('SDNAlertConfig.Replay');
  return (
    <Table<AlarmTop>
      look="panel"
      label={t('top')}
      columns={[
        {
          key: 'name',
          title: t('what'),
          rowHead: true,
          render: (row) => `${objectWord(row) ?? ''} ${alarmWord(row)}`.trim(),
        },
        { key: 'site', title: t('site'), render: ({ siteName }) => siteName ?? MISSING },
        { key: 'raises', title: t('raises'), end: true, render: ({ raises }) => formatNumber(raises, 0) },
        ...(mayReplay
          ? [
              {
                key: 'calm',
                title: '',
                end: true,
                render: ({ alarmId }: AlarmTop) =>
                  alarmId !== null && (
                    <GoLink goal={{ to: REPLAY, search: { alarm: alarmId } }}>{t('calm')}</GoLink>
                  ),
              },
            ]
          : []),
      ]}
      rows={rows}
      keyOf={(_, index) => index}
      empty={<EmptyState why={t('none')} height={120} />}
    />
  );
}

interface NamedProps {
  readonly title: string;
  readonly rows: readonly AlarmRow[];
  /** How many there are in all. */
  readonly all: number;
  /** End of the range, ms. */
  readonly to: number;
  readonly onOpen: (record: number) => void;
}

/** Records by name, each opens its detail. */
function Named({ title, rows, all, to, onOpen }: NamedProps) {
  const t = useAlarmTexts();
  return (
    <Panel title={title} unit={all > rows.length ? t('firstOf', { n: rows.length, all }) : undefined} flush>
      <Table<AlarmRow>
        look="panel"
        label={title}
        columns={[
          {
            key: 'what',
            title: t('what'),
            rowHead: true,
            render: (row) => (
              <Button kind="link" onClick={() => onOpen(row.id)}>
                {objectWord(row)} {alarmWord(row)}
              </Button>
            ),
          },
          { key: 'at', title: t('raisedAt'), render: (row) => momentAt(row.timeZone, row.raisedAt) },
          {
            key: 'lasts',
            title: t('lasts'),
            end: true,
            render: (row) => ageText((Math.min(row.clearedAt ?? to, to) - row.raisedAt) / 1000),
          },
          { key: 'times', title: t('times'), end: true, render: (row) => formatNumber(row.raiseCount, 0) },
        ]}
        rows={rows}
        keyOf={({ id }) => id}
        empty={<EmptyState why={t('none')} height={120} />}
      />
    </Panel>
  );
}
