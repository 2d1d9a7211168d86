import { useState } from 'react';
import { useSavedViews, ViewMenu } from '#feature/house/savedView/web/public.ts';
import { HOME_ZONE } from '#domain/time/homeZone.ts';
import { dateAt } from '#domain/time/text.ts';
import { useAddress } from '#web/address.ts';
import { useConsumer } from '#web/session/consumer.ts';
import { useTexts } from '#web/text/useTexts.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import { readChargeAddress } from './address.ts';
import styles from './Charge.module.css';
import { CustomView } from './CustomView.tsx';

/** Lines of any meters, codes and ranges laid over each other. */
export default function TrendPage() {
  const t = useTexts<typeof import('./texts.ts').texts>('charge');
  const { consumer } = useConsumer();
  const views = useSavedViews('trend');
  const [{ lines }, change] = useAddress(readChargeAddress);
  const [today] = useState(() => dateAt(HOME_ZONE, Date.now()));
  if (!consumer)
    return (
      <Panel>
        <EmptyState why={t('noConsumer')} height={320} />
      </Panel>
    );
  return (
    <div className={styles['page']}>
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
