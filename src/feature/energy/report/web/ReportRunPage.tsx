import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Input } from 'antd';
import { useDeferredValue, useState } from 'react';
import { type Page, PAGE_SIZE, PAGE_SIZES } from '#contract/envelope.ts';
import { REPORT_CONTENTS, REPORT_FORMATS, type ReportContent } from '#contract/report.ts';
import { useAddress, type RawAddress } from '#web/address.ts';
import { get, saveFile } from '#web/api.ts';
import { useConsumer } from '#web/session/consumer.ts';
import { type Say, useText, useTexts } from '#web/text/useTexts.ts';
import { Button } from '#web/ui/Button.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { FilterBar } from '#web/ui/FilterBar.tsx';
import { answerOf, ListTable } from '#web/ui/ListTable.tsx';
import type { TableColumn } from '#web/ui/Table.tsx';
import { MISSING } from '#domain/figure/number.ts';
import { deviceTime } from '#web/session/zone.ts';
import { Panel } from '#web/ui/Panel.tsx';
import { StatusDot } from '#web/ui/StatusDot.tsx';
import type { ReportRun } from '../contract.ts';
import type { texts } from './texts.ts';

const LOOK_MS = 5000;
const SHAPES = { waiting: 'warning', done: 'normal', failed: 'alarm' } as const;
/** Long lists of addresses are cut; the title has them all. */
const SHORT = { display: 'block', maxWidth: 150, overflow: 'hidden', textOverflow: 'ellipsis' } as const;

function readPlace(raw: RawAddress) {
  const [page, size] = [Number(raw['page']), Number(raw['size'])];
  return {
    page: Number.isInteger(page) && page > 0 ? page : 1,
    size: (PAGE_SIZES as readonly number[]).includes(size) ? size : PAGE_SIZE,
  };
}

/** The reports that were made, with their files. */
export default function ReportRunPage() {
  const t = useTexts<typeof texts>('report');
  const say = useText();
  const { consumer } = useConsumer();
  const [{ page, size }, change] = useAddress(readPlace);
  const [text, setText] = useState('');
  const search = useDeferredValue(text.trim());
  const params = { consumerId: consumer?.orgId ?? null, search, pageNo: page, pageSize: size };
  const answer = useQuery({
    queryKey: ['archive', 'energyReport', 'getRunList', params],
    queryFn: ({ signal }) =>
      get<Page<ReportRun>>('archive/energyReport/getRunList', params, { quiet: true, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: LOOK_MS,
  });
  return (
    <>
      <FilterBar
        unfolded
        actions={
          <Button onClick={() => (location.hash = '#/SDNPowerAdmin/SDNReportManage')}>{t('manage')}</Button>
        }
      >
        <Input
          style={{ width: 220 }}
          allowClear
          maxLength={60}
          aria-label={t('search')}
          placeholder={t('search')}
          value={text}
          onChange={(event) => {
            setText(event.target.value);
            change({ page: undefined });
          }}
        />
      </FilterBar>
      <Panel flush style={{ marginTop: 12 }}>
        <ListTable<ReportRun>
          label={t('list')}
          columns={columnsOf(t, say)}
          keyOf={(row) => row.id}
          {...answerOf(answer)}
          page={{ current: page, size }}
          onPage={(next, nextSize) => change({ page: next, size: nextSize })}
          empty={<EmptyState why={t('empty')} next={t('emptyNext')} height={240} />}
        />
      </Panel>
    </>
  );
}

function columnsOf(t: Say<typeof texts>, say: ReturnType<typeof useText>): TableColumn<ReportRun>[] {
  return [
    { key: 'report', title: t('report'), render: (row) => row.reportName },
    { key: 'range', title: t('range'), render: (row) => `${row.beginDt} – ${row.endDt}` },
    { key: 'object', title: t('object'), render: (row) => row.orgName ?? MISSING },
    {
      key: 'content',
      title: t('content'),
      render: (row) => {
        const content = REPORT_CONTENTS[row.content as ReportContent];
        return content ? say(content) : row.content;
      },
    },
    {
      key: 'state',
      title: t('state'),
      render: (row) => (
        <>
          <StatusDot status={SHAPES[row.state]} text={t(row.state)} />
          {row.error && <small style={{ display: 'block', color: 'var(--text3)' }}>{row.error}</small>}
        </>
      ),
    },
    {
      key: 'files',
      title: t('files'),
      render: (row) =>
        row.files.length === 0
          ? MISSING
          : row.files.map(({ format, fileName }) => (
              <Button
                key={format}
                kind="link"
                title={fileName}
                style={{ marginRight: 8 }}
                onClick={() => void saveFile('archive/energyReport/getFile', { id: row.id, format })}
              >
                {say(REPORT_FORMATS[format])}
              </Button>
            )),
    },
    {
      key: 'mailedTo',
      title: t('mailedTo'),
      render: (row) => (
        <span title={row.mailedTo ?? undefined} style={SHORT}>
          {row.mailedTo ?? MISSING}
        </span>
      ),
    },
    {
      key: 'createdAt',
      title: t('createdAt'),
      render: (row) => (
        <>
          {deviceTime(row.createdAt)}
          <small style={{ display: 'block', color: 'var(--text3)' }}>
            {t(row.scheduled ? 'scheduled' : 'byHand')}
          </small>
        </>
      ),
    },
  ];
}
