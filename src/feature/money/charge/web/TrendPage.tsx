import { useState } from 'react';
import { useSavedViews, ViewMenu } from '#feature/house/savedView/web/public.ts';
import { HOME_ZONE } from '#domain/time/homeZone.ts';
import { dateAt } from '#domain/time/text.ts';
import { useAddress } from '#web/address.ts';
import { useConsumer } from '#web/session/consumer.ts';
import { NoConsumer } from '#web/ui/NoConsumer.tsx';
import { LoadingState } from '#web/ui/LoadingState.tsx';
import { NO_LINES, readTrendAddress } from './address.ts';
import kit from '#web/ui/kit.module.css';
import { CustomView } from './CustomView.tsx';
import { useFirstLines } from './firstLines.ts';

/** Lines of any meters, codes and ranges laid over each other. */
export default function TrendPage() {
  const { consumer } = useConsumer();
  if (!consumer) return <NoConsumer />;
  return <Trends consumerId={consumer.orgId} />;
}

function Trends({ consumerId }: { readonly consumerId: number }) {
  const views = useSavedViews('trend');
  const [address, change] = useAddress(readTrendAddress);
  const [today] = useState(() => dateAt(HOME_ZONE, Date.now()));
  const first = useFirstLines(consumerId, today);
  const lines = address.lines ?? first;
  if (views.opening || !lines) return <LoadingState height={480} />;
  return (
    <div className={kit.stack}>
      <CustomView
        consumerId={consumerId}
        today={today}
        lines={lines}
        actions={<ViewMenu views={views} />}
        onChange={(next) => change({ lines: next ?? NO_LINES }, { push: true })}
      />
    </div>
  );
}
