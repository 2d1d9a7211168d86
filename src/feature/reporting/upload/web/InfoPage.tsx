import { useQuery } from '@tanstack/react-query';
import { PAGE_SIZE } from '#contract/envelope.ts';
import { MISSING } from '#domain/figure/number.ts';
import { timeAt } from '#domain/time/text.ts';
import { resourceOf } from '#resource/index.ts';
import { type RawAddress, useAddress } from '#web/address.ts';
import { post } from '#web/api.ts';
import { useMay } from '#web/session/session.ts';
import { useText } from '#web/text/useTexts.ts';
import { Button } from '#web/ui/Button.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { FilterField } from '#web/ui/FilterBar.tsx';
import { ListTable } from '#web/ui/ListTable.tsx';
import { notify } from '#web/ui/notice.ts';
import { Panel } from '#web/ui/Panel.tsx';
import { Segmented } from '#web/ui/Segmented.tsx';
import { StatusDot } from '#web/ui/StatusDot.tsx';
import type { ArchiveLine, PlatformHead } from '../contract.ts';
import { SENT_BY_B } from '../domain/archiveRow.ts';
import { BatchPanel } from './BatchPanel.tsx';
import { archiveQuery, refreshReporting } from './calls.ts';
import { Frame } from './Frame.tsx';
import { ROW_STATUS } from './record.ts';
import kit from '#web/ui/kit.module.css';
import { useReportTexts } from './useArea.ts';

type Sent = (typeof SENT_BY_B)[number];

function readInfo(raw: RawAddress) {
  const page = Number(raw['page']);
  return {
    resource: SENT_BY_B.find((one) => one === raw['resource']) ?? ('dataCollectConfigure' as Sent),
    page: Number.isInteger(page) && page > 0 ? page : 1,
  };
}

/** The rows of the archive that the platform keeps too, and how each stands there. */
export default function InfoPage() {
  return (
    <Frame filters={<Tabs />} actions={(head) => <Send head={head} />}>
      {(head) => (
        <div className={kit.stack}>
          <Rows head={head} />
          {head.batch && <BatchPanel batch={head.batch} timeZone={head.timeZone} />}
        </div>
      )}
    </Frame>
  );
}

function Tabs() {
  const t = useReportTexts();
  const say = useText();
  const [{ resource: shown }, change] = useAddress(readInfo);
  return (
    <FilterField label={t('archive')}>
      <Segmented
        label={t('archive')}
        value={shown}
        options={SENT_BY_B.map((value) => ({ value, text: say(resourceOf(value).label) }))}
        onChange={(resource: Sent) => change({ resource, page: undefined })}
      />
    </FilterField>
  );
}

function Send({ head }: { readonly head: PlatformHead }) {
  const t = useReportTexts();
  const may = useMay('yunshui.uploadRecord.send');
  if (!may) return null;
  const send = async (): Promise<void> => {
    const good = await post('hunan/uploadservice/upload', { kind: 'info', platformId: head.id }).then(
      () => true,
      () => false,
    );
    if (good) notify('info', t('started'));
    await refreshReporting();
  };
  return (
    <Button kind="primary" onClick={() => void send()}>
      {t('sendAllRows')}
    </Button>
  );
}

function Rows({ head }: { readonly head: PlatformHead }) {
  const t = useReportTexts();
  const say = useText();
  const [{ resource, page }, change] = useAddress(readInfo);
  const answer = useQuery(archiveQuery(head.id, resource));
  const title = say(resourceOf(resource).label);
  return (
    <Panel flush title={title}>
      <ListTable<ArchiveLine>
        label={title}
        columns={[
          { key: 'row', title: t('row'), render: (row) => row.title },
          {
            key: 'state',
            title: t('state'),
            render: (row) => <StatusDot status={ROW_STATUS[row.state]} text={t(`row_${row.state}`)} />,
          },
          { key: 'dataIndex', title: t('dataIndex'), render: (row) => row.dataIndex ?? MISSING },
          {
            key: 'message',
            title: t('platformMessage'),
            render: (row) => [row.code, row.message].filter(Boolean).join(' ') || MISSING,
          },
          {
            key: 'at',
            title: t('sentAt'),
            render: (row) => (row.at === null ? MISSING : timeAt(head.timeZone, row.at)),
          },
        ]}
        rows={answer.data?.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE)}
        keyOf={(row) => row.rowId}
        error={answer.error}
        onRetry={() => void answer.refetch()}
        waiting={answer.isPlaceholderData}
        total={answer.data?.length ?? null}
        page={{ current: page, size: PAGE_SIZE }}
        onPage={(current) => change({ page: current })}
        empty={<EmptyState why={t('noRows')} height={160} />}
      />
    </Panel>
  );
}
