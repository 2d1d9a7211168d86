import { useQuery } from '@tanstack/react-query';
import type { Text } from '#contract/text.ts';
import { get } from '#web/api.ts';
import { useText, useTexts } from '#web/text/useTexts.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { LoadingState } from '#web/ui/LoadingState.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import type { PartProps } from '#web/analysisFrame/analysis.ts';
import { PartTable } from './PartTable.tsx';
import { SharePie, type Slice } from '#web/analysisFrame/SharePie.tsx';

interface SharesReply {
  readonly unit: string;
  /** Sum of what counts against the others; null where nothing does. */
  readonly minus: number | null;
  readonly list: readonly (Omit<Slice, 'name'> & { readonly name: string | Text })[];
}

/** The shares of the parts, and their table. */
export function ClassPanels(props: PartProps) {
  const { params, answer } = props;
  const t = useTexts<typeof import('./texts.ts').texts>('use');
  const say = useText();
  const { data, error, refetch } = useQuery({
    queryKey: ['analysis', 'class', 'pie', params],
    queryFn: ({ signal }) => get<SharesReply>('analysis/class/getPie', params, { quiet: true, signal }),
  });
  return (
    <>
      <Panel title={t('shares')}>
        {error ? (
          <ErrorState what={error.message} onRetry={() => void refetch()} height={200} />
        ) : !data ? (
          <LoadingState height={200} />
        ) : data.list.length === 0 ? (
          <EmptyState why={t('empty')} next={t('emptyNext')} height={200} />
        ) : (
          <SharePie
            label={`${t('shares')} · ${answer.subject.name}`}
            unit={data.unit}
            slices={data.list.map((one) => ({
              ...one,
              name: typeof one.name === 'string' ? one.name : say(one.name),
            }))}
            rest={(n) => say({ zh: `其他 ${n} 项`, en: `${n} others` })}
            minus={
              data.minus === null
                ? undefined
                : {
                    name: say({ zh: '负值（计为减，不占扇区）', en: 'Counted against (no slice)' }),
                    value: data.minus,
                  }
            }
          />
        )}
      </Panel>
      <PartTable {...props} by="sort" />
    </>
  );
}

/** The objects below the subject, found by name. */
export const ObjectPanel = (props: PartProps) => <PartTable {...props} by="find" />;
