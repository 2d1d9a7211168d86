import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatNumber, MISSING } from '#domain/figure/number.ts';
import { momentAt } from '#domain/time/text.ts';
import { useMay } from '#web/session/session.ts';
import { ageText } from '#web/ui/age.ts';
import { Button } from '#web/ui/Button.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { GoLink } from '#web/ui/GoLink.tsx';
import { answerOf, ListTable } from '#web/ui/ListTable.tsx';
import { PageLink } from '#web/ui/PageLink.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import type { TableColumn } from '#web/ui/Table.tsx';
import type { AlarmRow } from '../../contract.ts';
import { recordsQuery } from '../calls.ts';
import { LevelMark } from '#web/ui/LevelMark.tsx';
import { StateWord } from '../StateWord.tsx';
import { useAlarmTexts } from '../useAlarmTexts.ts';
import { peakText } from '../words.ts';
import { paramsOf } from './address.ts';
import { BulkBar } from './BulkBar.tsx';
import type { EventPartProps } from './EventFilter.tsx';

/** The records of the query, the newest first; several can be handled at once. */
export function RecordTab({
  consumerId,
  zone,
  today,
  address,
  onChange,
  now,
}: EventPartProps & { readonly now: number }) {
  const t = useAlarmTexts();
  const mayHandle = useMay('event.alarmRecord.confirm');
  const { page, size, at } = address;
  const answer = useQuery(
    recordsQuery({ ...paramsOf(address, consumerId, today), current: page, pageSize: size }),
  );
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  // What is not in sight any more is not chosen any more.
  const rows = answer.data?.list ?? [];
  const selected = rows.filter(({ id }) => chosen.has(id));
  const columns = useRecordColumns(now, (record) => onChange({ record }, { push: true }));
  return (
    <Panel
      flush
      {...(at === null
        ? {}
        : { title: t('stoodAt', { at: momentAt(zone, at) }), extra: <Pictured at={at} /> })}
    >
      <ListTable<AlarmRow>
        {...answerOf(answer)}
        label={t('records')}
        columns={mayHandle ? [...columns, choiceColumn(t, rows, chosen, setChosen)] : columns}
        keyOf={(row) => row.id}
        page={{ current: page, size }}
        onPage={(current, next) => onChange({ page: current, size: next })}
        foot={selected.length > 0 && <BulkBar rows={selected} onDone={() => setChosen(new Set())} />}
        empty={
          at === null ? (
            <EmptyState why={t('noRecord')} next={t('noRecordNext')} height={240} />
          ) : (
            <EmptyState why={t('noneStood')} height={240} />
          )
        }
      />
    </Panel>
  );
}

/** The way to the picture of the plant at the same instant. */
function Pictured({ at }: { readonly at: number }) {
  const t = useAlarmTexts();
  const may = useMay('archive.monitorDiagram.view');
  return may && <GoLink goal={{ to: '/SDNMonitoring/OneLine', search: { at } }}>{t('pictureThen')}</GoLink>;
}

/** Boxes at the end of the rows, where a thumb reaches them too. */
function choiceColumn(
  t: ReturnType<typeof useAlarmTexts>,
  rows: readonly AlarmRow[],
  chosen: ReadonlySet<number>,
  choose: (ids: ReadonlySet<number>) => void,
): TableColumn<AlarmRow> {
  const all = rows.length > 0 && rows.every(({ id }) => chosen.has(id));
  return {
    key: 'choose',
    title: (
      <input
        type="checkbox"
        aria-label={t('selectPage')}
        checked={all}
        onChange={() => choose(new Set(all ? [] : rows.map(({ id }) => id)))}
      />
    ),
    render: (row) => (
      <input
        type="checkbox"
        aria-label={t('selectRow', { name: row.recordName })}
        checked={chosen.has(row.id)}
        onChange={() => {
          const next = new Set(chosen);
          if (!next.delete(row.id)) next.add(row.id);
          choose(next);
        }}
      />
    ),
  };
}

function useRecordColumns(now: number, open: (record: number) => void): TableColumn<AlarmRow>[] {
  const t = useAlarmTexts();
  return [
    {
      key: 'what',
      title: t('what'),
      render: (row) => (
        <Button kind="link" onClick={() => open(row.id)}>
          {row.recordName}
        </Button>
      ),
    },
    { key: 'level', title: t('level'), render: (row) => <LevelMark level={row.alarmLevel} /> },
    { key: 'at', title: t('raisedAt'), render: (row) => momentAt(row.timeZone, row.raisedAt) },
    {
      key: 'cleared',
      title: t('clearedAt'),
      render: (row) => (row.clearedAt === null ? MISSING : momentAt(row.timeZone, row.clearedAt)),
    },
    {
      key: 'lasts',
      title: t('lasts'),
      end: true,
      render: (row) => ageText(((row.clearedAt ?? now) - row.raisedAt) / 1000),
    },
    { key: 'site', title: t('site'), render: (row) => row.siteName ?? MISSING },
    {
      key: 'meter',
      title: t('meter'),
      render: (row) =>
        row.ammeterId === null ? (
          (row.pointName ?? MISSING)
        ) : (
          <PageLink kind="meter" id={row.ammeterId} quiet>
            {row.ammeterName}
          </PageLink>
        ),
    },
    { key: 'peak', title: t('peakLimit'), end: true, render: peakText },
    { key: 'times', title: t('times'), end: true, render: (row) => formatNumber(row.raiseCount, 0) },
    { key: 'state', title: t('state'), render: (row) => <StateWord row={row} now={now} /> },
    { key: 'who', title: t('confirmedBy'), render: (row) => row.confirmedBy ?? MISSING },
  ];
}
