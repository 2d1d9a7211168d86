import { useQuery } from '@tanstack/react-query';
import { get } from '#web/api.ts';
import { useText } from '#web/text/useTexts.ts';
import { Button } from '#web/ui/Button.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { LoadingState } from '#web/ui/LoadingState.tsx';
import { formatFull, formatScaled, MISSING, scaleFor } from '#domain/figure/number.ts';
import { Panel } from '#web/ui/Panel.tsx';
import { Table } from '#web/ui/Table.tsx';
import type { PartProps } from '#web/analysisFrame/analysis.ts';
import styles from './Panels.module.css';

interface Peaks {
  readonly unit: string;
  readonly timeList: readonly { readonly time: string; readonly count: number }[];
  readonly topList: readonly { readonly time: string; readonly ts: number; readonly value: number | null }[];
}

const PLACES = Array.from({ length: 10 }, (_, i) => i);

/** At which hours days were highest, and the ten highest hours; places that nothing fills say so. */
export function PeakPanels({ answer, params, onOpen }: PartProps) {
  const text = useText();
  const { data, error, refetch } = useQuery({
    queryKey: ['analysis', 'peak', 'lists', params],
    queryFn: ({ signal }) =>
      get<Peaks>(
        'analysis/peak/getDistribution',
        {
          orgId: params['orgId'],
          dataAmmeterId: params['dataAmmeterId'],
          dataClassifyId: params['dataType'],
          beginDate: answer.begin,
          endDate: answer.end,
        },
        { quiet: true, signal },
      ),
  });
  if (error)
    return (
      <Panel>
        <ErrorState what={error.message} onRetry={() => void refetch()} height={160} />
      </Panel>
    );
  if (!data)
    return (
      <Panel>
        <LoadingState height={300} />
      </Panel>
    );
  const scale = scaleFor(data.unit, data.topList.map((one) => one.value)); // prettier-ignore
  const place = { key: 'place', title: text({ zh: '序号', en: 'No.' }), render: (i: number) => i + 1 };
  return (
    <div className={styles['lists']}>
      <Panel title={text({ zh: '最高时刻次数', en: 'Times of the highest hour' })}>
        <Table
          look="lines"
          className={styles['list']}
          columns={[
            place,
            {
              key: 'hour',
              title: text({ zh: '时刻', en: 'Hour' }),
              render: (i) => data.timeList[i]?.time ?? MISSING,
            },
            {
              key: 'days',
              title: text({ zh: '天数', en: 'Days' }),
              end: true,
              render: (i) => data.timeList[i]?.count ?? MISSING,
            },
          ]}
          rows={PLACES}
          keyOf={(i) => i}
        />
      </Panel>
      <Panel title={text({ zh: '最高小时排名', en: 'Highest hours' })} unit={scale.unit}>
        <Table
          look="lines"
          className={styles['list']}
          columns={[
            place,
            {
              key: 'time',
              title: text({ zh: '时间', en: 'Time' }),
              render: (i) => data.topList[i]?.time ?? MISSING,
            },
            {
              key: 'energy',
              title: text({ zh: '用能', en: 'Energy' }),
              end: true,
              render: (i) => {
                const hour = data.topList[i];
                if (!hour) return MISSING;
                return (
                  <Button
                    kind="link"
                    title={`${formatFull(hour.value)} ${data.unit}`}
                    onClick={() => onOpen({ level: 2, at: hour.ts })}
                  >
                    {formatScaled(hour.value, scale)}
                  </Button>
                );
              },
            },
          ]}
          rows={PLACES}
          keyOf={(i) => i}
        />
      </Panel>
    </div>
  );
}
