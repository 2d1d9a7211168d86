import { useState } from 'react';
import { useSavedViews, ViewMenu } from '#feature/house/savedView/web/public.ts';
import { HOME_ZONE } from '#domain/time/homeZone.ts';
import { dateAt } from '#domain/time/text.ts';
import { useAddress } from '#web/address.ts';
import { useConsumer } from '#web/session/consumer.ts';
import { NoConsumer } from '#web/ui/NoConsumer.tsx';
import { readChargeAddress } from './address.ts';
import kit from '#web/ui/kit.module.css';
import { CustomView } from './CustomView.tsx';

/** Lines of any meters, codes and ranges laid over each other. */
export default function TrendPage() {
  const { consumer } = useConsumer();
  const views = useSavedViews('trend');
  const [{ lines }, change] = useAddress(readChargeAddress);
  const [today] = useState(() => dateAt(HOME_ZONE, Date.now()));
  if (!consumer) return <NoConsumer />;
  return (
    <div className={kit.stack}>
      <CustomView
        consumerId={consumer.orgId}
        today={today}
        lines={lines}
        actions={<ViewMenu views={views} />}
        onChange={(next) => change({ lines: next }, { push: true })}
      />
    </div>
  );
}
