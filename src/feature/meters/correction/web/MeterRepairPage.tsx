import { useQuery } from '@tanstack/react-query';
import { useAddress } from '#web/address.ts';
import { useConsumer } from '#web/session/consumer.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { LoadingState } from '#web/ui/LoadingState.tsx';
import { NoConsumer } from '#web/ui/NoConsumer.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import { readAddress } from './address.ts';
import { metersQuery } from './calls.ts';
import { Repairs } from './Repairs.tsx';
import { useCorrectionTexts } from './useCorrectionTexts.ts';

/** The curve of a meter, what is abnormal about it, and its repair. */
export default function MeterRepairPage() {
  const t = useCorrectionTexts();
  const { consumer } = useConsumer();
  const [address, change] = useAddress(readAddress);
  const meters = useQuery({ ...metersQuery(consumer?.orgId ?? 0), enabled: consumer !== null });
  if (!consumer) return <NoConsumer />;
  if (meters.isError)
    return <ErrorState what={meters.error.message} onRetry={() => void meters.refetch()} height={300} />;
  if (!meters.data) return <LoadingState height={300} />;
  const list = meters.data;
  const meter =
    list.find(({ id }) => id === address.ammeterId) ?? list.find(({ last }) => last !== null) ?? list[0];
  if (!meter) {
    return (
      <Panel>
        <EmptyState why={t('noMeter')} next={t('noMeterNext')} height={300} />
      </Panel>
    );
  }
  return <Repairs key={meter.id} meters={list} meter={meter} address={address} onChange={change} />;
}
