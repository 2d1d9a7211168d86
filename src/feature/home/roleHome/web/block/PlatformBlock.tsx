import type { UseQueryResult } from '@tanstack/react-query';
import { BLOCKS } from '#contract/home.ts';
import { MISSING } from '#domain/figure/number.ts';
import { useMay } from '#web/session/session.ts';
import { type KeyFigure, KeyFigures } from '#web/ui/KeyFigures.tsx';
import type { CoverageByConsumer, FailedTasks, GatewayCare } from '../../contract.ts';
import { goals } from '../goals.ts';
import { type BlockProps, EVERY_MS, useBlock } from '../useBlock.ts';
import { useHomeTexts } from '../useHomeTexts.ts';

/** The platform in five figures, as far as the reader may see each. */
export default function PlatformBlock({ consumerId }: BlockProps) {
  const t = useHomeTexts();
  const [gateways, tasks, rates] = [
    useMay(BLOCKS.gateways[0]),
    useMay(BLOCKS.failed[0]),
    useMay(BLOCKS.coverage[0]),
  ];
  const care = useBlock<GatewayCare>('getGateways', { consumerId }, EVERY_MS.now, gateways);
  const failed = useBlock<FailedTasks>('getFailedTasks', {}, EVERY_MS.now, tasks);
  const coverage = useBlock<CoverageByConsumer>('getCoverage', {}, EVERY_MS.day, rates);
  const figure = <T,>(
    { data, isLoading }: UseQueryResult<T, Error>,
    key: 'quietGateways' | 'unmappedNames' | 'failedTasks' | 'incompleteConsumers',
    value: (data: T) => number,
    rest: (data: T) => Partial<KeyFigure>,
  ): KeyFigure => ({
    key,
    label: t(key),
    value: data === undefined ? MISSING : String(value(data)),
    waiting: isLoading,
    ...(data === undefined ? {} : rest(data)),
  });
  const ratio = (label: string, value: string) => ({ comparison: { label, value } });
  return (
    <KeyFigures
      compact
      figures={[
        ...(gateways
          ? [
              figure(
                care,
                'quietGateways',
                ({ quietCount }) => quietCount,
                ({ summary: { online, offline, silent, never } }) => ({
                  goal: goals.gateways(),
                  comparison: {
                    label: t('onlineNow'),
                    value: `${online} / ${online + offline + silent + never}`,
                    title: t('quietOf', { n: silent + offline, never }),
                  },
                }),
              ),
              figure(
                care,
                'unmappedNames',
                ({ names }) => names,
                ({ unmappedCount }) => ratio(t('atGateways'), String(unmappedCount)),
              ),
            ]
          : []),
        ...(tasks
          ? [
              figure(
                failed,
                'failedTasks',
                ({ count }) => count,
                () => ({ goal: goals.tasks(), ...ratio(t('in7Days'), '') }),
              ),
            ]
          : []),
        ...(rates
          ? [
              figure(
                coverage,
                'incompleteConsumers',
                ({ incomplete }) => incomplete,
                ({ count }) => ({ goal: goals.rate(), ...ratio(t('ofEnterprises'), String(count)) }),
              ),
            ]
          : []),
      ]}
    />
  );
}
