import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Input } from 'antd';
import { useDeferredValue, useState } from 'react';
import { accessRecord } from '#resource/sys/accessRecord.ts';
import { operLog } from '#resource/sys/operLog.ts';
import { type Page, PAGE_SIZE, PAGE_SIZES } from '#contract/envelope.ts';
import { useAddress, type RawAddress } from '#web/address.ts';
import { get } from '#web/api.ts';
import { columnsOf } from '#web/resource/columns.ts';
import type { ResourceRow } from '#web/resource/kindWeb.ts';
import { ResourceCards } from '#web/resource/ResourceCards.tsx';
import { ResourceTable } from '#web/resource/ResourceTable.tsx';
import { TableFoot } from '#web/resource/TableFoot.tsx';
import { flatRows } from '#web/resource/tree.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { LoadingState } from '#web/ui/LoadingState.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import { Segmented } from '#web/ui/Segmented.tsx';
import { useNarrow } from '#web/ui/useNarrow.ts';
import { accessSlots, changeSlots } from './cells.tsx';
import kit from '#web/ui/kit.module.css';
import styles from './SystemLog.module.css';
import { useLogTexts } from './useLogTexts.ts';

const KINDS = ['change', 'access'] as const;
type Kind = (typeof KINDS)[number];

function readOwn(raw: RawAddress): { kind: Kind; page: number; size: number } {
  const [page, size] = [Number(raw['page']), Number(raw['size'])];
  return {
    kind: KINDS.find((kind) => kind === raw['kind']) ?? 'change',
    page: Number.isInteger(page) && page > 0 ? page : 1,
    size: (PAGE_SIZES as readonly number[]).includes(size) ? size : PAGE_SIZE,
  };
}

// Who it was is the reader; whose data it was is said by the row.
const HIDDEN: ReadonlySet<string> = new Set(['userName', 'consumerId']);
const NONE: ReadonlySet<number> = new Set();
const nothing = (): void => {};

/** The operation records of the person logged in: what was changed, and where the person came in. */
export default function OperateRecordsPage() {
  const t = useLogTexts();
  const narrow = useNarrow();
  const [{ kind, page, size }, change] = useAddress(readOwn);
  const [text, setText] = useState('');
  const search = useDeferredValue(text.trim());
  const resource = kind === 'change' ? operLog : accessRecord;
  const slots = kind === 'change' ? changeSlots : accessSlots;
  const answer = useQuery({
    queryKey: ['sys', 'operLog', 'getOwn', kind, page, size, search],
    queryFn: ({ signal }) =>
      get<Page<ResourceRow>>(
        'sys/operLog/getOwn',
        { kind, pageNo: page, pageSize: size, search },
        { quiet: true, signal },
      ),
    placeholderData: keepPreviousData,
  });
  const columns = columnsOf(resource, null, HIDDEN).filter((column) => column.shown);
  const rows = flatRows(answer.data?.list ?? []);
  const instead = answer.isPending ? (
    <LoadingState height={240} />
  ) : answer.isError ? (
    <ErrorState what={answer.error.message} onRetry={() => void answer.refetch()} height={240} />
  ) : rows.length === 0 ? (
    <EmptyState why={t('none')} next={t('noneNext')} height={240} />
  ) : null;
  const shared = {
    resource,
    slots,
    columns,
    rows,
    waiting: answer.isPlaceholderData,
    onOpen: nothing,
    onToggle: nothing,
  };
  return (
    <Panel flush>
      <div className={`${kit.bar} ${styles.inside}`}>
        <Segmented
          label={t('logs')}
          value={kind}
          onChange={(next) => change({ kind: next, page: undefined })}
          options={KINDS.map((value) => ({ value, text: t(value) }))}
        />
        <Input
          className={styles.search ?? ''}
          allowClear
          aria-label={t('search')}
          placeholder={t('search')}
          value={text}
          onChange={(event) => {
            setText(event.target.value);
            change({ page: undefined });
          }}
        />
      </div>
      {narrow ? (
        <ResourceCards {...shared} actionsOf={null}>
          {instead}
        </ResourceCards>
      ) : (
        <ResourceTable
          {...shared}
          density="normal"
          onSort={null}
          sorter={null}
          onFilter={null}
          filters={[]}
          consumerId={null}
          onSelect={null}
          selected={NONE}
          edit={null}
          actionsOf={null}
        >
          {instead}
        </ResourceTable>
      )}
      <TableFoot
        total={answer.data?.pagination.total ?? null}
        page={{ current: page, size }}
        narrow={narrow}
        onPage={(next, nextSize) => change({ page: next, size: nextSize })}
      >
        {null}
      </TableFoot>
    </Panel>
  );
}
