import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { formatNumber, MISSING } from '#domain/figure/number.ts';
import { sumOf } from '#domain/decimal/sum.ts';
import { chargePile } from '#resource/archive/chargePile.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { FilterBar } from '#web/ui/FilterBar.tsx';
import { GoLink } from '#web/ui/GoLink.tsx';
import { type KeyFigure, KeyFigures } from '#web/ui/KeyFigures.tsx';
import { LoadingState } from '#web/ui/LoadingState.tsx';
import { SearchInput } from '#web/ui/SearchInput.tsx';
import { Segmented } from '#web/ui/Segmented.tsx';
import type { PileWire } from '../contract.ts';
import { type Change, type ChargeAddress, PILES_SHOWN } from './address.ts';
import { liveQuery } from './calls.ts';
import kit from '#web/ui/kit.module.css';
import styles from './Charge.module.css';
import { CommandDialog } from './CommandDialog.tsx';
import { PileCard } from './PileCard.tsx';
import { PileDrawer } from './PileDrawer.tsx';
import { countsOf, shownPiles } from './pileState.ts';
import { SharePanels } from './SharePanel.tsx';
import { useChargeTexts } from './useChargeTexts.ts';

export interface ChargeViewProps {
  readonly consumerId: number;
  readonly address: ChargeAddress;
  readonly onChange: Change;
  /** Leads from one view to the other. */
  readonly views: ReactNode;
}

/** Chargers as they stand now, a card each. */
export function LivePiles({ consumerId, address, onChange, views }: ChargeViewProps) {
  const t = useChargeTexts();
  const { q, shown } = address;
  const answer = useQuery(liveQuery(consumerId));
  const piles = answer.data;
  const find = (id: number | null): PileWire | undefined => piles?.find(({ pileId }) => pileId === id);
  const [operated, opened] = [find(address.operate), find(address.events)];
  const counts = piles && countsOf(piles);
  return (
    <div className={`${kit.stack} ${styles.page}`}>
      <FilterBar actions={<GoLink goal={{ to: chargePile.screen }}>{t('toPiles')}</GoLink>}>
        {views}
        <SearchInput label={t('search')} value={q} onChange={(text) => onChange({ q: text || undefined })} />
        <Segmented
          label={t('shown')}
          value={shown}
          options={PILES_SHOWN.map((value) => ({
            value,
            text: counts ? `${t(value)} ${counts[value]}` : t(value),
          }))}
          onChange={(next) => onChange({ shown: next === 'all' ? undefined : next })}
        />
      </FilterBar>
      <KeyFigures compact figures={useNow(piles)} loading={!piles && !answer.error} />
      <SharePanels consumerId={consumerId} />
      {answer.error && !piles ? (
        <ErrorState what={answer.error.message} onRetry={() => void answer.refetch()} height={240} />
      ) : !piles ? (
        <LoadingState height={240} />
      ) : (
        <Cards shown={shownPiles(piles, shown, q)} now={answer.dataUpdatedAt} onChange={onChange} />
      )}
      {operated && (
        <CommandDialog
          pile={operated}
          want={address.want}
          setting={address.setting}
          onClose={() =>
            onChange({ operate: undefined, want: undefined, setting: undefined }, { push: true })
          }
        />
      )}
      {opened && (
        <PileDrawer
          pile={opened}
          onOperate={(want, setting) =>
            onChange({ events: undefined, operate: opened.pileId, want, setting }, { push: true })
          }
          onClose={() => onChange({ events: undefined }, { push: true })}
        />
      )}
    </div>
  );
}

function Cards({
  shown,
  now,
  onChange,
}: {
  readonly shown: readonly PileWire[];
  readonly now: number;
  readonly onChange: Change;
}) {
  const t = useChargeTexts();
  if (shown.length === 0) return <EmptyState why={t('noMatch')} height={200} />;
  return (
    <ul className={styles.cards} aria-label={t('live')}>
      {shown.map((pile) => (
        <PileCard key={pile.pileId} pile={pile} now={now} onChange={onChange} />
      ))}
    </ul>
  );
}

function useNow(piles: readonly PileWire[] | undefined): KeyFigure[] {
  const t = useChargeTexts();
  const connected = piles?.filter(({ link }) => link === 'online') ?? [];
  const connectors = connected.flatMap((pile) => pile.connectors);
  const running = connectors.filter(({ session }) => session !== null);
  const power = sumOf(running.map(({ session }) => session?.power));
  const count = (n: number): string => (piles ? String(n) : MISSING);
  const all = (n: number | undefined) => ({ label: t('ofAll', { n: n ?? 0 }), value: '' });
  return [
    { key: 'online', label: t('online'), value: count(connected.length), comparison: all(piles?.length) },
    {
      key: 'charging',
      label: t('charging'),
      value: count(running.length),
      comparison: all(connectors.length),
    },
    {
      key: 'faulty',
      label: t('faulty'),
      value: count(connectors.filter(({ status }) => status === 'Faulted').length),
    },
    { key: 'power', label: t('power'), value: power === null ? MISSING : formatNumber(power, 1), unit: 'kW' },
  ];
}
