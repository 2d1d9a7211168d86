import { useAddress } from '#web/address.ts';
import { dateAt } from '#domain/time/text.ts';
import { HOME_ZONE } from '#domain/time/homeZone.ts';
import { useConsumer } from '#web/session/consumer.ts';
import { Dialog } from '#web/ui/Dialog.tsx';
import { NoConsumer } from '#web/ui/NoConsumer.tsx';
import { AlarmDetail } from '../AlarmDetail.tsx';
import { useAlarmTexts } from '../useAlarmTexts.ts';
import { useFeed } from '../useFeed.ts';
import { useNow } from '../useNow.ts';
import { type ChangeEvent, type EventAddress, readEvent } from './address.ts';
import { EventFilter } from './EventFilter.tsx';
import kit from '#web/ui/kit.module.css';
import { RatesTab } from './RatesTab.tsx';
import { RecordTab } from './RecordTab.tsx';

/** Records of alarms by the query of the specification, and the figures of alarm management of the same time. */
export default function EventPage() {
  const { consumer } = useConsumer();
  const [address, change] = useAddress(readEvent);
  if (!consumer) return <NoConsumer />;
  return (
    <Events
      key={consumer.orgId}
      consumerId={consumer.orgId}
      zone={consumer.timeZone ?? HOME_ZONE}
      address={address}
      onChange={change}
    />
  );
}

interface EventsProps {
  readonly consumerId: number;
  readonly zone: string;
  readonly address: EventAddress;
  readonly onChange: ChangeEvent;
}

function Events({ consumerId, zone, address, onChange }: EventsProps) {
  const t = useAlarmTexts();
  const now = useNow(undefined);
  const today = dateAt(zone, now);
  useFeed(consumerId);
  const shared = { consumerId, zone, today, address, onChange };
  return (
    <div className={kit.stack}>
      <EventFilter {...shared} />
      {address.tab === 'rates' ? <RatesTab {...shared} /> : <RecordTab {...shared} now={now} />}
      {address.record !== null && (
        <Dialog
          title={t('detail')}
          side="right"
          width={480}
          onClose={() => onChange({ record: undefined }, { push: true })}
        >
          <AlarmDetail key={address.record} id={address.record} now={now} />
        </Dialog>
      )}
    </div>
  );
}
