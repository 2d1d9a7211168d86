import { useQuery } from '@tanstack/react-query';
import { get } from '#web/api.ts';
import { useText } from '#web/text/useTexts.ts';
import { Button } from '#web/ui/Button.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { LoadingState } from '#web/ui/LoadingState.tsx';
import { formatFull, formatScaled, MISSING, scaleFor } from '#domain/figure/number.ts';
import { Panel } from '#web/ui/Panel.tsx';
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
  const head = (zh: string, en: string) => <th scope="col">{text({ zh, en })}</th>;
  return (
    <div className={styles['lists']}>
      <Panel title={text({ zh: '最高时刻次数', en: 'Times of the highest hour' })}>
        <table className={styles['list']}>
          <thead>
            <tr>
              {head('序号', 'No.')}
              {head('时刻', 'Hour')}
              {head('天数', 'Days')}
            </tr>
          </thead>
          <tbody>
            {PLACES.map((i) => (
              <tr key={i}>
                <td>{i + 1}</td>
                <td>{data.timeList[i]?.time ?? MISSING}</td>
                <td>{data.timeList[i]?.count ?? MISSING}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Panel>
      <Panel title={text({ zh: '最高小时排名', en: 'Highest hours' })} unit={scale.unit}>
        <table className={styles['list']}>
          <thead>
            <tr>
              {head('序号', 'No.')}
              {head('时间', 'Time')}
              {head('用能', 'Energy')}
            </tr>
          </thead>
          <tbody>
            {PLACES.map((i) => {
              const hour = data.topList[i];
              return (
                <tr key={i}>
                  <td>{i + 1}</td>
                  <td>{hour?.time ?? MISSING}</td>
                  <td>
                    {hour ? (
                      <Button
                        kind="link"
                        title={`${formatFull(hour.value)} ${data.unit}`}
                        onClick={() => onOpen({ level: 2, at: hour.ts })}
                      >
                        {formatScaled(hour.value, scale)}
                      </Button>
                    ) : (
                      MISSING
                    )}
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </Panel>
    </div>
  );
}
