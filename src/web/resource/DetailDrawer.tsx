import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Resource } from '#contract/define.ts';
import { useShownZone } from '#web/session/zone.ts';
import { useText } from '#web/text/useTexts.ts';
import { Dialog } from '#web/ui/Dialog.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { LoadingState } from '#web/ui/LoadingState.tsx';
import styles from './DetailDrawer.module.css';
import { History } from './History.tsx';
import type { ResourceRow } from './kindWeb.ts';
import { RowFacts } from './RowFacts.tsx';
import { rowQuery } from './rows.ts';
import type { WebSlots } from './slot.ts';
import { titleOf } from './target.ts';
import { useResourceTexts } from './useResourceTexts.ts';

export interface DetailDrawerProps {
  readonly resource: Resource;
  readonly slots: WebSlots;
  readonly id: number;
  /** The row as the list shows it, until the answer is there. */
  readonly known: ResourceRow | undefined;
  readonly onClose: () => void;
  readonly actionsOf: (row: ResourceRow) => ReactNode;
}

/** Everything about one row, and what happened to it. */
export function DetailDrawer({ resource, slots, id, known, onClose, actionsOf }: DetailDrawerProps) {
  const t = useResourceTexts();
  const say = useText();
  const zone = useShownZone();
  const answer = useQuery(rowQuery(resource, id));
  const row = answer.data ?? known;
  return (
    <Dialog
      side="right"
      width={480}
      title={row ? titleOf(resource, row, zone) : say(resource.label)}
      onClose={onClose}
      foot={row && actionsOf(row)}
    >
      {row ? (
        <RowFacts resource={resource} slots={slots} row={row} />
      ) : answer.isError ? (
        <ErrorState what={answer.error.message} onRetry={() => void answer.refetch()} />
      ) : (
        <LoadingState />
      )}
      {!resource.readOnly && (
        <>
          <h3 className={styles.head}>{t('history')}</h3>
          <History resource={resource} id={id} />
        </>
      )}
    </Dialog>
  );
}
