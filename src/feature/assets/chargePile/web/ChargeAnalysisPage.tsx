import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { chargePile } from '#resource/archive/chargePile.ts';
import { useAddress } from '#web/address.ts';
import { NoneYet } from '#web/resource/NoneYet.tsx';
import { useConsumer } from '#web/session/consumer.ts';
import { LoadingState } from '#web/ui/LoadingState.tsx';
import { NoConsumer } from '#web/ui/NoConsumer.tsx';
import { Segmented } from '#web/ui/Segmented.tsx';
import { readCharge } from './address.ts';
import { liveQuery } from './calls.ts';
import { LivePiles } from './LivePiles.tsx';
import { todayOf } from './pileState.ts';
import { PileUsePanels } from './PileUsePanels.tsx';
import { useChargeTexts } from './useChargeTexts.ts';

/** Chargers: how they stand now, and what they delivered and earned in a time. */
export default function ChargeAnalysisPage() {
  const t = useChargeTexts();
  const { consumer } = useConsumer();
  const [address, change] = useAddress(readCharge);
  const [now] = useState(Date.now);
  const piles = useQuery({
    ...liveQuery(consumer?.orgId ?? 0),
    enabled: consumer !== null,
    refetchInterval: false,
  });
  if (!consumer) return <NoConsumer />;
  if (piles.data?.length === 0) return <NoneYet why={t('noPile')} enter={[chargePile]} />;
  const views = (
    <Segmented
      label={t('view')}
      value={address.view}
      options={[
        { value: 'live', text: t('live') },
        { value: 'use', text: t('use') },
      ]}
      onChange={(view) => change({ view: view === 'live' ? undefined : view }, { push: true })}
    />
  );
  const view = { consumerId: consumer.orgId, address, onChange: change, views };
  if (address.view === 'live') return <LivePiles {...view} />;
  // Which day it is there is known with the chargers.
  if (piles.isPending) return <LoadingState height={320} />;
  return <PileUsePanels {...view} today={todayOf(piles.data, now)} />;
}
