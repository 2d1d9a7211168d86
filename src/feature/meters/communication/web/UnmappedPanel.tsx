import { useQuery } from '@tanstack/react-query';
import { Checkbox } from 'antd';
import { useState } from 'react';
import { PAGE_SIZE } from '#contract/envelope.ts';
import { gatewayMapping } from '#resource/archive/gatewayMapping.ts';
import { formatNumber } from '#domain/figure/number.ts';
import { momentAt } from '#domain/time/text.ts';
import { WAITING_DAYS } from '#feature/meters/ingest/contract.ts';
import { TableFoot } from '#web/resource/TableFoot.tsx';
import { usePermissions } from '#web/resource/usePermissions.ts';
import { Button } from '#web/ui/Button.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { LoadingState } from '#web/ui/LoadingState.tsx';
import { useNarrow } from '#web/ui/useNarrow.ts';
import type { GatewayRow, UnmappedDevice } from '../contract.ts';
import { Ago } from '#web/ui/Ago.tsx';
import { unmappedQuery } from './calls.ts';
import kit from '#web/ui/kit.module.css';
import styles from './Communication.module.css';
import { MapDialog } from './MapDialog.tsx';
import { SearchInput } from '#web/ui/SearchInput.tsx';
import { useCommunicationTexts } from './useCommunicationTexts.ts';

export interface UnmappedPanelProps {
  readonly gateway: GatewayRow;
  /** Site of the gateway, for new meters. */
  readonly siteId: number | null;
}

const lastOf = (device: UnmappedDevice): number => Math.max(...device.keys.map((key) => key.lastAt));

/** Devices and keys that mean nothing yet: choose some, say what they are. */
export function UnmappedPanel({ gateway, siteId }: UnmappedPanelProps) {
  const t = useCommunicationTexts();
  const narrow = useNarrow();
  const may = usePermissions(gatewayMapping)('add');
  const [search, setSearch] = useState('');
  const [page, setPage] = useState({ current: 1, size: PAGE_SIZE });
  const [chosen, setChosen] = useState<ReadonlyMap<string, UnmappedDevice>>(new Map());
  const [mapping, setMapping] = useState<readonly UnmappedDevice[] | null>(null);
  const answer = useQuery(
    unmappedQuery({ id: gateway.id, search, current: page.current, pageSize: page.size }),
  );
  const rows = answer.data?.list ?? [];
  const choose = (devices: readonly UnmappedDevice[], on: boolean): void => {
    const next = new Map(chosen);
    for (const device of devices)
      if (on) next.set(device.deviceName, device);
      else next.delete(device.deviceName);
    setChosen(next);
  };
  const all = rows.length > 0 && rows.every((device) => chosen.has(device.deviceName));
  if (answer.error)
    return <ErrorState what={answer.error.message} onRetry={() => void answer.refetch()} height={200} />;
  return (
    <>
      <div className={styles.bar}>
        {may && rows.length > 0 && (
          <Checkbox checked={all} onChange={(event) => choose(rows, event.target.checked)}>
            {t('selectAll')}
          </Checkbox>
        )}
        <SearchInput
          label={t('searchDevice')}
          value={search}
          onChange={(text) => {
            setSearch(text);
            setPage({ ...page, current: 1 });
          }}
        />
        {may && (
          <Button
            kind="primary"
            disabled={chosen.size === 0}
            onClick={() => setMapping([...chosen.values()])}
          >
            {t('mapChosen', { n: chosen.size })}
          </Button>
        )}
      </div>
      {!answer.data ? (
        <LoadingState height={160} />
      ) : rows.length === 0 ? (
        <EmptyState why={t('noUnmapped')} next={t('noUnmappedNext')} height={160} />
      ) : (
        <ul className={`${kit.list} ${styles.unmapped}`} aria-label={t('unmapped')}>
          {rows.map((device) => (
            <li key={device.deviceName}>
              {may && (
                <Checkbox
                  aria-label={device.deviceName}
                  checked={chosen.has(device.deviceName)}
                  onChange={(event) => choose([device], event.target.checked)}
                />
              )}
              <div>
                <b>{device.deviceName}</b>{' '}
                <span className={styles.quiet}>
                  <Ago at={lastOf(device)} zone={gateway.timeZone} now={answer.dataUpdatedAt} />
                  {device.ammeterName && ` · ${t('isMeter', { name: device.ammeterName })}`}
                  {device.waitingFrom !== null &&
                    ` · ${t('waitingValues', {
                      n: formatNumber(device.waiting, 0),
                      from: momentAt(gateway.timeZone, device.waitingFrom),
                    })}`}
                </span>
                <div className={styles.tags}>
                  {device.keys.map((key) => (
                    <span key={key.dataKey} className={styles.mono}>
                      {key.dataKey || '--'}
                      {key.sample !== null && ` = ${key.sample}`}
                    </span>
                  ))}
                </div>
              </div>
              {may && (
                <Button kind="link" onClick={() => setMapping([device])}>
                  {t('map')}
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      <TableFoot
        total={answer.data?.pagination.total ?? null}
        page={page}
        narrow={narrow}
        onPage={(current, size) => setPage({ current, size })}
      >
        <span className={styles.quiet}>{t('unmappedRule', { days: WAITING_DAYS })}</span>
      </TableFoot>
      {mapping && (
        <MapDialog
          gateway={gateway}
          siteId={siteId}
          devices={mapping}
          onClose={() => setMapping(null)}
          onDone={() => {
            setMapping(null);
            setChosen(new Map());
          }}
        />
      )}
    </>
  );
}
