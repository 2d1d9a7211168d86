import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { INTERVAL } from '#contract/interval.ts';
import { get } from '#web/api.ts';
import type { BucketChart } from '#web/chart/ChartModel.ts';
import { hourTicks } from '#web/chart/ChartModel.ts';
import { ChartPanel } from '#web/chart/ChartPanel.tsx';
import { useText } from '#web/text/useTexts.ts';
import type { PartProps } from '#web/analysisFrame/analysis.ts';

interface HourCount {
  readonly time: string;
  readonly count: number;
  readonly overCount: number | null;
}

/** At which hours days were highest, and windows above the standard. */
export function DemandPanels({ answer, params }: PartProps) {
  const text = useText();
  const { data } = useQuery({
    queryKey: ['analysis', 'demand', 'time', params],
    queryFn: ({ signal }) =>
      get<{ list: HourCount[] }>(
        'analysis/demand/getTime',
        { ...params, interval: undefined, beginDate: answer.begin, endDate: answer.end },
        { quiet: true, signal },
      ),
    enabled: answer.interval === INTERVAL.day,
  });
  const model = useMemo((): BucketChart | null => {
    if (!data) return null;
    const over = data.list.some((one) => (one.overCount ?? 0) > 0);
    return {
      kind: 'buckets',
      name: text({ zh: '需量时刻次数', en: 'Times of day' }),
      scale: { unit: '', factor: 1, decimals: 0 },
      x: { names: data.list.map((one) => one.time), ticks: hourTicks() },
      series: [
        {
          key: 'count',
          label: text({ zh: '当日最大出现次数', en: 'Days that were highest then' }),
          kind: 'bar',
          color: 'primary',
          values: data.list.map((one) => one.count),
        },
        ...(over
          ? [
              {
                key: 'over',
                label: text({ zh: '超标次数', en: 'Windows above the standard' }),
                kind: 'step' as const,
                color: { series: 2 },
                values: data.list.map((one) => one.overCount),
              },
            ]
          : []),
      ],
    };
  }, [data, text]);
  return answer.interval === INTERVAL.day ? <ChartPanel model={model} height={180} /> : null;
}
