import { useQuery } from '@tanstack/react-query';
import { use } from 'react';
import type { Resource } from '#contract/define.ts';
import { RowFacts } from '#web/resource/RowFacts.tsx';
import { rowQuery } from '#web/resource/rows.ts';
import { slotsOf } from '#web/resource/slots.ts';
import { usePermissions } from '#web/resource/usePermissions.ts';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { GoLink } from '#web/ui/GoLink.tsx';
import { LoadingState } from '#web/ui/LoadingState.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import { useObjectPageTexts } from './useObjectPageTexts.ts';

export interface RowPanelProps {
  readonly resource: Resource;
  readonly id: number;
  readonly title: string;
}

/** All that is recorded of a row, with the way to its list, where it is edited. */
export function RowPanel({ resource, id, title }: RowPanelProps) {
  const t = useObjectPageTexts();
  const may = usePermissions(resource);
  const slots = use(slotsOf(resource.name));
  const { data, error, refetch } = useQuery(rowQuery(resource, id));
  return (
    <Panel
      title={title}
      extra={may('edit') && <GoLink goal={{ to: resource.screen, search: { row: id } }}>{t('edit')}</GoLink>}
    >
      {error ? (
        <ErrorState what={error.message} onRetry={() => void refetch()} />
      ) : data ? (
        <RowFacts resource={resource} slots={slots} row={data} wide />
      ) : (
        <LoadingState height={160} />
      )}
    </Panel>
  );
}
