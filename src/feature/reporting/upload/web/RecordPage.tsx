import { useQuery } from '@tanstack/react-query';
import { Select } from 'antd';
import { useState } from 'react';
import { PAGE_SIZE, PAGE_SIZES } from '#contract/envelope.ts';
import {
  BATCH_STATES,
  BATCH_TRIGGERS,
  type BatchState,
  STAT_TYPES,
  type StatType,
} from '#contract/upload.ts';
import { MISSING } from '#domain/figure/number.ts';
import { timeAt } from '#domain/time/text.ts';
import { type RawAddress, useAddress } from '#web/address.ts';
import { useMay } from '#web/session/session.ts';
import { currentLanguage } from '#web/text/language.ts';
import { shownName } from '#web/text/secondName.ts';
import { useText } from '#web/text/useTexts.ts';
import { Button } from '#web/ui/Button.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { FilterField } from '#web/ui/FilterBar.tsx';
import { GoLink } from '#web/ui/GoLink.tsx';
import { answerOf, ListTable } from '#web/ui/ListTable.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import { StatusDot } from '#web/ui/StatusDot.tsx';
import type { TableColumn } from '#web/ui/Table.tsx';
import type { PlatformHead } from '../contract.ts';
import { halfIn } from '#contract/inBoth.ts';
import { recordsQuery } from './calls.ts';
import { ClearDialog } from './ClearDialog.tsx';
import { Frame } from './Frame.tsx';
import { BATCH_STATUS, type RecordRow, tookText } from './record.ts';
import { useReportTexts } from './useArea.ts';

function readRecords(raw: RawAddress) {
  const [page, size] = [Number(raw['page']), Number(raw['size'])];
  return {
    statType: (Object.keys(STAT_TYPES) as StatType[]).find((one) => one === String(raw['statType'])),
    state: (Object.keys(BATCH_STATES) as BatchState[]).find((one) => one === raw['state']),
    page: Number.isInteger(page) && page > 0 ? page : 1,
    size: (PAGE_SIZES as readonly number[]).includes(size) ? size : PAGE_SIZE,
  };
}

/** Every batch of a platform, the newest first; each leads to its figures. */
export default function RecordPage() {
  return (
    <Frame filters={<Filters />} actions={(head) => <Clear head={head} />}>
      {(head, at) => <Records head={head} at={at} />}
    </Frame>
  );
}

function Filters() {
  const t = useReportTexts();
  const say = useText();
  const [{ statType, state }, change] = useAddress(readRecords);
  const options = (list: Readonly<Record<string, { zh: string; en: string }>>) =>
    Object.entries(list).map(([value, label]) => ({ value, label: say(label) }));
  return (
    <>
      <FilterField label={t('type')}>
        <Select
          allowClear
          value={statType ?? null}
          placeholder={t('all')}
          aria-label={t('type')}
          style={{ width: 120 }}
          options={options(STAT_TYPES)}
          onChange={(type: string | undefined) => change({ statType: type, page: undefined })}
        />
      </FilterField>
      <FilterField label={t('state')}>
        <Select
          allowClear
          value={state ?? null}
          placeholder={t('all')}
          aria-label={t('state')}
          style={{ width: 120 }}
          options={options(BATCH_STATES)}
          onChange={(next: string | undefined) => change({ state: next, page: undefined })}
        />
      </FilterField>
    </>
  );
}

function Clear({ head }: { readonly head: PlatformHead }) {
  const t = useReportTexts();
  const may = useMay('yunshui.uploadRecord.send');
  const [shown, show] = useState(false);
  if (!may) return null;
  return (
    <>
      <Button onClick={() => show(true)}>{t('clear')}</Button>
      {shown && <ClearDialog head={head} onClose={() => show(false)} />}
    </>
  );
}

function Records({ head, at }: { readonly head: PlatformHead; readonly at: string }) {
  const t = useReportTexts();
  const say = useText();
  const [{ statType, state, page, size }, change] = useAddress(readRecords);
  const params = { platformId: head.id, statType, recordState: state, pageNo: page, pageSize: size };
  const answer = useQuery(recordsQuery(params));
  return (
    <Panel flush>
      <ListTable<RecordRow>
        label={t('record')}
        columns={columnsOf(t, say, head, at)}
        keyOf={(row) => row.id}
        {...answerOf(answer)}
        page={{ current: page, size }}
        onPage={(current, next) => change({ page: current, size: next })}
        empty={<EmptyState why={t('noRecords')} next={t('noBatchNext')} height={240} />}
      />
    </Panel>
  );
}

function columnsOf(
  t: ReturnType<typeof useReportTexts>,
  say: ReturnType<typeof useText>,
  { id, timeZone }: PlatformHead,
  at: string,
): TableColumn<RecordRow>[] {
  return [
    {
      key: 'name',
      title: t('record'),
      render: (row) => (
        <GoLink goal={{ to: `${at}/SDNDataUploadRecordDetail`, search: { platform: id, record: row.id } }}>
          {shownName(row.recordName, row.recordNameEn)}
        </GoLink>
      ),
    },
    {
      key: 'state',
      title: t('state'),
      render: (row) => (
        <StatusDot status={BATCH_STATUS[row.recordState]} text={say(BATCH_STATES[row.recordState])} />
      ),
    },
    { key: 'trigger', title: t('trigger'), render: (row) => [say(BATCH_TRIGGERS[row.triggerKind]), halfIn(row.startedBy, currentLanguage())].filter(Boolean).join(' · ') }, // prettier-ignore
    { key: 'counts', title: t('counts'), end: true, render: (row) => `${row.acknowledged} / ${row.total}` },
    { key: 'refused', title: t('refused'), end: true, render: (row) => row.refused },
    { key: 'unknown', title: t('unknown'), end: true, render: (row) => row.unknown },
    { key: 'held', title: t('held'), end: true, render: (row) => row.held },
    { key: 'made', title: t('createdAt'), render: (row) => timeAt(timeZone, row.createdAt) },
    { key: 'took', title: t('duration'), end: true, render: (row) => tookText(row, Date.now()) ?? MISSING },
    {
      key: 'message',
      title: t('cause'),
      render: (row) => halfIn(row.message, currentLanguage()) ?? MISSING,
      hint: (row) => halfIn(row.message, currentLanguage()) ?? undefined,
    },
  ];
}
