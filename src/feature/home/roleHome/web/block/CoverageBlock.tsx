import { MISSING } from '#domain/figure/number.ts';
import { percentOf } from '#web/text/percent.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { GoLink } from '#web/ui/GoLink.tsx';
import { ListTable } from '#web/ui/ListTable.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import type { ConsumerCoverage, CoverageByConsumer } from '../../contract.ts';
import { goals } from '../goals.ts';
import { type BlockProps, EVERY_MS, useBlock } from '../useBlock.ts';
import { useHomeTexts } from '../useHomeTexts.ts';

/** How much of what was expected yesterday came, by enterprise, the lowest first. */
export default function CoverageBlock(_: BlockProps) {
  const t = useHomeTexts();
  const answer = useBlock<CoverageByConsumer>('getCoverage', {}, EVERY_MS.day);
  const { list, count = 0 } = answer.data ?? {};
  return (
    <Panel
      title={t('coverageBy')}
      unit={list && count > list.length ? t('firstOf', { n: list.length, m: count }) : t('yesterday')}
      flush
    >
      <ListTable<ConsumerCoverage>
        label={t('coverageBy')}
        columns={[
          {
            key: 'consumer',
            title: t('enterprise'),
            render: (row) => <GoLink goal={goals.rate(row.consumerId)}>{row.consumerName}</GoLink>,
          },
          {
            key: 'rate',
            title: t('rate'),
            unit: '%',
            end: true,
            render: (row) => <b>{percentOf(row) ?? MISSING}</b>,
          },
          { key: 'meters', title: t('metersExpected'), end: true, render: (row) => row.meters },
          { key: 'incomplete', title: t('metersIncomplete'), end: true, render: (row) => row.incomplete },
          { key: 'never', title: t('metersNever'), end: true, render: (row) => row.neverHeard },
        ]}
        rows={list}
        keyOf={(row) => row.consumerId}
        error={answer.error}
        onRetry={() => void answer.refetch()}
        total={null}
        page={null}
        onPage={() => undefined}
        empty={<EmptyState why={t('noEnterprise')} height={72} />}
      />
    </Panel>
  );
}
