import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { LoadingState } from '#web/ui/LoadingState.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import { metersQuery } from './calls.ts';
import kit from '#web/ui/kit.module.css';
import styles from './MeterLife.module.css';
import { shownName } from '#web/text/secondName.ts';
import { useLedgerTexts } from './useLedgerTexts.ts';

export interface MeterListProps {
  readonly consumerId: number;
  readonly selected: number | null;
  readonly onSelect: (id: number) => void;
}

/** The meters of an enterprise, to be found by name or code. */
export function MeterList({ consumerId, selected, onSelect }: MeterListProps) {
  const t = useLedgerTexts();
  const [search, setSearch] = useState('');
  const meters = useQuery(metersQuery(consumerId, useDeferredValue(search.trim())));
  return (
    <Panel title={t('meters')}>
      <input
        className={styles.search}
        type="search"
        aria-label={t('find')}
        placeholder={t('find')}
        value={search}
        onChange={(event) => setSearch(event.target.value)}
      />
      {meters.isPending && <LoadingState height={120} />}
      {meters.isError && <ErrorState what={meters.error.message} onRetry={() => void meters.refetch()} />}
      {meters.data?.length === 0 && <p className={kit.note}>{t('noMeter')}</p>}
      <ul className={styles.meters}>
        {meters.data?.map((meter) => (
          <li key={meter.id}>
            <button
              type="button"
              aria-current={meter.id === selected || undefined}
              onClick={() => onSelect(meter.id)}
            >
              {shownName(meter.ammeterName, meter.ammeterNameEn)}{' '}
              <small className={kit.quiet}>{meter.ammeterCode}</small>
            </button>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
