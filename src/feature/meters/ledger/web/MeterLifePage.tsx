import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type RawAddress, useAddress } from '#web/address.ts';
import { useHeldAddress } from '#web/heldAddress.ts';
import { AllAt } from '#web/place.tsx';
import { useConsumer } from '#web/session/consumer.ts';
import { useMay } from '#web/session/session.ts';
import { Button } from '#web/ui/Button.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { LoadingState } from '#web/ui/LoadingState.tsx';
import { PageLink } from '#web/ui/PageLink.tsx';
import { NoConsumer } from '#web/ui/NoConsumer.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import type { Life } from '../contract.ts';
import { lifeQuery, metersQuery } from './calls.ts';
import { type Editing, EventDialog } from './EventDialog.tsx';
import { EventTable } from './EventTable.tsx';
import { History } from './History.tsx';
import { LifeCourse } from './LifeCourse.tsx';
import { LifeFigures } from './LifeFigures.tsx';
import type { LifeSpan } from './lifeModel.ts';
import kit from '#web/ui/kit.module.css';
import styles from './MeterLife.module.css';
import { MeterList } from './MeterList.tsx';
import { MeterLifePlace } from './place.ts';
import { useLedgerTexts } from './useLedgerTexts.ts';

const SPANS: readonly LifeSpan[] = ['12', '24', 'all'];

function readAddress(raw: RawAddress): { ammeterId: number | null; span: LifeSpan } {
  const id = Number(raw['ammeterId']);
  return {
    ammeterId: Number.isInteger(id) && id > 0 ? id : null,
    span: SPANS.find((span) => span === String(raw['span'])) ?? '24',
  };
}

/** The life of a meter: consumption by month over its devices and ratios, and the events that divide them. */
export default function MeterLifePage() {
  const t = useLedgerTexts();
  const { consumer } = useConsumer();
  const [{ ammeterId, span }, change] = useAddress(readAddress);
  const held = useHeldAddress() !== null;
  const listed = useQuery({
    ...metersQuery(consumer?.orgId ?? 0, ''),
    enabled: consumer !== null && ammeterId === null,
  });
  // The list is not left with an empty page beside it: its first meter is open until one is chosen.
  const shown = ammeterId ?? listed.data?.[0]?.id ?? null;
  if (!consumer) return <NoConsumer />;
  if (held && ammeterId !== null)
    return (
      <div className={kit.stack}>
        <OneLife ammeterId={ammeterId} span={span} onSpan={(next) => change({ span: next })} />
      </div>
    );
  return (
    <div className={kit.sided}>
      <MeterList
        key={consumer.orgId}
        consumerId={consumer.orgId}
        selected={shown}
        onSelect={(id) => change({ ammeterId: id }, { push: true })}
      />
      <div className={kit.stack}>
        {shown === null ? (
          <Panel>
            {listed.isLoading ? (
              <LoadingState height={300} />
            ) : (
              <EmptyState why={t('choose')} next={t('chooseNext')} height={300} />
            )}
          </Panel>
        ) : (
          <OneLife key={shown} ammeterId={shown} span={span} onSpan={(next) => change({ span: next })} />
        )}
      </div>
    </div>
  );
}

interface OneLifeProps {
  readonly ammeterId: number;
  readonly span: LifeSpan;
  readonly onSpan: (span: LifeSpan) => void;
}

function OneLife({ ammeterId, span, onSpan }: OneLifeProps) {
  const life = useQuery(lifeQuery(ammeterId));
  if (life.isPending) return <LoadingState height={300} />;
  if (life.isError)
    return <ErrorState what={life.error.message} onRetry={() => void life.refetch()} height={300} />;
  return <LifeBody life={life.data} span={span} onSpan={onSpan} />;
}

function LifeBody({ life, span, onSpan }: Omit<OneLifeProps, 'ammeterId'> & { readonly life: Life }) {
  const t = useLedgerTexts();
  const held = useHeldAddress() !== null;
  const mayAdd = useMay('archive.ledger.add');
  const [selected, select] = useState<number | null>(null);
  const [editing, edit] = useState<Editing | null>(null);
  const [now] = useState(() => Date.now());
  return (
    <>
      {!held && (
        <h2 className={styles.name}>
          <PageLink kind="meter" id={life.meterId} part={{ tab: 'life' }}>
            {life.meterName}
          </PageLink>{' '}
          <small className={kit.quiet}>{life.meterCode}</small>
        </h2>
      )}
      <LifeFigures life={life} now={now} />
      <LifeCourse {...{ life, span, onSpan, now, selected }} onSelect={select} />
      <Panel
        title={t('events')}
        flush
        extra={
          mayAdd && (
            <Button kind="primary" onClick={() => edit({ row: null, del: false })}>
              {t('add')}
            </Button>
          )
        }
      >
        <EventTable life={life} selected={selected} onSelect={select} onEdit={edit} />
        <p className={`${kit.note} ${styles.foot}`}>{t('foot')}</p>
      </Panel>
      <AllAt
        place={MeterLifePlace}
        of={{ meterId: life.meterId, zone: life.zone }}
        wait={
          <Panel>
            <LoadingState height={120} />
          </Panel>
        }
      />
      <History life={life} />
      {editing && <EventDialog life={life} editing={editing} onClose={() => edit(null)} />}
    </>
  );
}
