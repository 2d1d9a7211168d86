import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { FIGURE_STATES } from '#contract/upload.ts';
import { MISSING } from '#domain/figure/number.ts';
import { useAddress } from '#web/address.ts';
import { useText } from '#web/text/useTexts.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { ListTable } from '#web/ui/ListTable.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import { StatusDot } from '#web/ui/StatusDot.tsx';
import type { TableColumn } from '#web/ui/Table.tsx';
import { type CheckedItem, RULES } from '../contract.ts';
import { checkQuery } from './calls.ts';
import { readItems } from './ItemFilters.tsx';
import { FIGURE_STATUS } from './record.ts';
import { useReportTexts } from './useArea.ts';

/** The items of a frequency with what would be sent of each, and the rules that it fails. */
export function ItemTable({ platformId, title }: { readonly platformId: number; readonly title: string }) {
  const t = useReportTexts();
  const say = useText();
  const [{ statType, date }] = useAddress(readItems);
  const answer = useQuery(checkQuery({ platformId, statType, date }));
  return (
    <Panel flush title={title} unit={answer.data?.period}>
      <ListTable<CheckedItem>
        label={title}
        columns={columnsOf(t, say)}
        rows={answer.data?.items}
        keyOf={(row) => row.itemId}
        error={answer.error}
        onRetry={() => void answer.refetch()}
        waiting={answer.isPlaceholderData}
        total={answer.data?.items.length ?? null}
        page={null}
        onPage={() => {}}
        empty={
          <EmptyState why={t('noItems')} next={t('noItemsNext')} height={200}>
            <Link to="/Archive/dataCollectConfigure">{t('toItems')}</Link>
          </EmptyState>
        }
      />
    </Panel>
  );
}

function columnsOf(
  t: ReturnType<typeof useReportTexts>,
  say: ReturnType<typeof useText>,
): TableColumn<CheckedItem>[] {
  return [
    { key: 'item', title: t('item'), render: (row) => row.itemName },
    { key: 'code', title: t('dataCode'), render: (row) => <code>{row.dataCode}</code> },
    {
      key: 'verdict',
      title: t('verdict'),
      render: (row) => (
        <StatusDot
          status={row.held ? 'alarm' : row.rules.length > 0 ? 'warning' : 'normal'}
          text={row.rules.length === 0 ? t('allPass') : row.rules.join(' ')}
        />
      ),
      hint: (row) => row.rules.map((rule) => `${rule} ${say(RULES[rule])}`).join('\n') || undefined,
    },
    {
      key: 'why',
      title: t('cause'),
      render: (row) => row.why ?? row.rules.map((rule) => say(RULES[rule])).join(', ') ?? MISSING,
      hint: (row) => row.why ?? undefined,
    },
    { key: 'value', title: t('value'), end: true, render: (row) => <b>{row.sentText ?? MISSING}</b> },
    { key: 'unit', title: t('unit'), render: (row) => row.unit || MISSING },
    { key: 'ratio', title: t('ratio'), end: true, render: (row) => row.convertRation ?? MISSING },
    {
      key: 'coverage',
      title: t('coverage'),
      end: true,
      render: (row) => (row.coverage === null ? MISSING : `${Math.floor(row.coverage * 10_000) / 100}%`),
    },
    {
      key: 'meters',
      title: t('meters'),
      render: (row) => row.meters.join(', ') || MISSING,
      hint: (row) => row.meters.join(', ') || undefined,
    },
    {
      key: 'last',
      title: t('lastSent'),
      render: (row) =>
        row.last === null ? (
          t('never')
        ) : (
          <StatusDot
            status={FIGURE_STATUS[row.last.state]}
            text={`${row.last.sentText ?? MISSING} ${say(FIGURE_STATES[row.last.state])}`}
          />
        ),
    },
  ];
}
