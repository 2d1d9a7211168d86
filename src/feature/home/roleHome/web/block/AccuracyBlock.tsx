import { useQuery } from '@tanstack/react-query';
import type { Accuracy } from '#feature/archive/gaugeStatistics/contract.ts';
import { statisticsQuery } from '#feature/archive/gaugeStatistics/web/public.ts';
import { formatPercent } from '#domain/figure/number.ts';
import { useText } from '#web/text/useTexts.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { GoLink } from '#web/ui/GoLink.tsx';
import { ListTable } from '#web/ui/ListTable.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import { goals } from '../goals.ts';
import type { BlockProps } from '../useBlock.ts';
import { useHomeTexts } from '../useHomeTexts.ts';

/** How many meters of each energy are as accurate as they must be (JJF 1356 table B.9). */
export default function AccuracyBlock({ consumerId }: BlockProps) {
  const t = useHomeTexts();
  const say = useText();
  const answer = useQuery({ ...statisticsQuery(consumerId ?? 0), enabled: consumerId !== null });
  return (
    <Panel
      title={t('accuracy')}
      unit={t('accuracyTable')}
      flush
      extra={<GoLink goal={goals.archive('companyGauges')}>{t('allOfThem')}</GoLink>}
    >
      <ListTable<Accuracy>
        label={t('accuracy')}
        columns={[
          { key: 'energy', title: t('energyKind'), render: (line) => say(line.energyName) },
          { key: 'asked', title: t('asked'), end: true, render: (line) => `±${line.asked}%` },
          { key: 'installed', title: t('installed'), end: true, render: (line) => line.installed },
          { key: 'known', title: t('classKnown'), end: true, render: (line) => line.known },
          { key: 'passed', title: t('passed'), end: true, render: (line) => line.passed },
          {
            key: 'rate',
            title: t('passRate'),
            end: true,
            render: (line) => <b>{formatPercent(line.rate === null ? null : line.rate / 100, 1)}</b>,
          },
        ]}
        rows={answer.data?.accuracy}
        keyOf={(line) => line.energyCode}
        error={answer.error}
        onRetry={() => void answer.refetch()}
        total={null}
        page={null}
        onPage={() => undefined}
        empty={<EmptyState why={t('noGauge')} height={88} />}
      />
    </Panel>
  );
}
