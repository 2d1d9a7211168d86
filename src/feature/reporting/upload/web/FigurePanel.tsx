import { useQuery } from '@tanstack/react-query';
import { PAGE_SIZE, PAGE_SIZES } from '#contract/envelope.ts';
import { FIGURE_STATES } from '#contract/upload.ts';
import { MISSING } from '#domain/figure/number.ts';
import { type RawAddress, useAddress } from '#web/address.ts';
import { saveFile } from '#web/api.ts';
import { useText } from '#web/text/useTexts.ts';
import { Button } from '#web/ui/Button.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { ListTable } from '#web/ui/ListTable.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import { Segmented } from '#web/ui/Segmented.tsx';
import { StatusDot } from '#web/ui/StatusDot.tsx';
import type { TableColumn } from '#web/ui/Table.tsx';
import type { FigureRow } from '../contract.ts';
import { figuresQuery } from './calls.ts';
import { FIGURE_STATUS } from './record.ts';
import styles from './Report.module.css';
import { useReportTexts } from './useArea.ts';

const FILTERS = ['all', 'acknowledged', 'refused', 'unknown', 'waiting', 'held', 'changed'] as const;
type Filter = (typeof FILTERS)[number];

export function readFigures(raw: RawAddress) {
  const [page, size, figure] = [Number(raw['page']), Number(raw['size']), Number(raw['figure'])];
  return {
    state: FILTERS.find((one) => one === raw['state']) ?? 'all',
    page: Number.isInteger(page) && page > 0 ? page : 1,
    size: (PAGE_SIZES as readonly number[]).includes(size) ? size : PAGE_SIZE,
    figure: Number.isInteger(figure) && figure > 0 ? figure : null,
  };
}

/** The figures of a batch; a press opens the receipt of one. */
export function FigurePanel({ recordId, open }: { readonly recordId: number; readonly open: boolean }) {
  const t = useReportTexts();
  const say = useText();
  const [{ state, page, size }, change] = useAddress(readFigures);
  const params = { recordId, state: state === 'all' ? null : state, pageNo: page, pageSize: size };
  const answer = useQuery(figuresQuery(params, open));
  const counts = answer.data?.counts ?? {};
  const shown = FILTERS.filter((one) => one === 'all' || one === state || (counts[one] ?? 0) > 0);
  const save = (): void =>
    void saveFile('yunshui/uploadDetail/exportdatatable', {
      dataTable: JSON.stringify({ filters: [{ field: 'recordId', op: 'eq', value: recordId }] }),
    });
  return (
    <Panel
      flush
      title={t('figures')}
      extra={
        <>
          <Segmented
            small
            label={t('state')}
            value={state}
            options={shown.map((value) => ({ value, text: `${t(value)} ${counts[value] ?? 0}` }))}
            onChange={(value: Filter) =>
              change({ state: value === 'all' ? undefined : value, page: undefined })
            }
          />
          <Button onClick={save}>{t('export')}</Button>
        </>
      }
    >
      <ListTable<FigureRow>
        label={t('figures')}
        columns={columnsOf(t, say, (id) => change({ figure: id }, { push: true }))}
        rows={answer.data?.list}
        keyOf={(row) => row.id}
        error={answer.error}
        onRetry={() => void answer.refetch()}
        waiting={answer.isPlaceholderData}
        total={answer.data?.pagination.total ?? null}
        page={{ current: page, size }}
        onPage={(current, next) => change({ page: current, size: next })}
        empty={<EmptyState why={t('noFigures')} height={160} />}
      />
    </Panel>
  );
}

function columnsOf(
  t: ReturnType<typeof useReportTexts>,
  say: ReturnType<typeof useText>,
  open: (id: number) => void,
): TableColumn<FigureRow>[] {
  return [
    {
      key: 'item',
      title: t('item'),
      render: (row) => (
        <Button kind="link" onClick={() => open(row.id)}>
          {row.itemName}
        </Button>
      ),
    },
    { key: 'code', title: t('dataCode'), render: (row) => <code>{row.dataCode}</code> },
    { key: 'period', title: t('period'), render: (row) => row.period },
    {
      key: 'value',
      title: t('value'),
      end: true,
      render: (row) => (
        <span className={styles.value}>
          {row.priorText !== null && row.priorText !== row.sentText && <s>{row.priorText}</s>}
          <b>{row.sentText ?? MISSING}</b>
        </span>
      ),
    },
    { key: 'unit', title: t('unit'), render: (row) => row.sentUnit ?? MISSING },
    {
      key: 'state',
      title: t('state'),
      render: (row) => <StatusDot status={FIGURE_STATUS[row.state]} text={say(FIGURE_STATES[row.state])} />,
    },
    {
      key: 'platformCode',
      title: t('platformCode'),
      end: true,
      render: (row) => row.platformCode ?? MISSING,
    },
    {
      key: 'message',
      title: t('platformMessage'),
      render: (row) =>
        (row.state === 'held' || row.heldRule !== null
          ? [row.heldRule, row.cause].filter(Boolean).join(' ')
          : row.platformMessage) ?? MISSING,
      hint: (row) => row.cause ?? row.platformMessage ?? undefined,
    },
    { key: 'attempts', title: t('attempts'), end: true, render: (row) => row.attempts },
  ];
}
