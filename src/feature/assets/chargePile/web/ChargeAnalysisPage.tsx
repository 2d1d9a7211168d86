import { useQuery } from '@tanstack/react-query';
import { chargePile } from '#resource/archive/chargePile.ts';
import { useAddress } from '#web/address.ts';
import { NoneYet } from '#web/resource/NoneYet.tsx';
import { useConsumer } from '#web/session/consumer.ts';
import { NoConsumer } from '#web/ui/NoConsumer.tsx';
import { Segmented } from '#web/ui/Segmented.tsx';
import { readCharge } from './address.ts';
import { liveQuery } from './calls.ts';
import { LivePiles } from './LivePiles.tsx';
import { PileUsePanels } from './PileUsePanels.tsx';
import { useChargeTexts } from './useChargeTexts.ts';

/** Chargers: how they stand now, and what they delivered and earned in a time. */
export default function ChargeAnalysisPage() {
  const t = useChargeTexts();
  const { consumer } = useConsumer();
  const [address, change] = useAddress(readCharge);
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
  return address.view === 'use' ? (
    <PileUsePanels consumerId={consumer.orgId} address={address} onChange={change} views={views} />
  ) : (
    <LivePiles consumerId={consumer.orgId} address={address} onChange={change} views={views} />
  );
}
