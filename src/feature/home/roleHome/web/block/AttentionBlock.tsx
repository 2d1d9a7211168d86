import { Suspense } from 'react';
import { Slot, Waiting } from '#web/ui/Slot.tsx';
import { AttentionPanel } from '../lazy.ts';
import type { BlockProps } from '../useBlock.ts';
import { useAttention } from '../useHome.ts';
import { useHomeTexts } from '../useHomeTexts.ts';
import styles from './Block.module.css';

/** What is worth attention today, as far as the reader may see it: money for those who see prices, faults for all. */
export default function AttentionBlock({ consumerId }: BlockProps) {
  const t = useHomeTexts();
  const question = { orgId: consumerId, dataAmmeterId: null, dataType: null, date: null };
  const attention = useAttention(question, consumerId !== null);
  return (
    <div className={styles.tall}>
      <Slot query={attention} title={t('title')}>
        {(list) => (
          <Suspense fallback={<Waiting title={t('title')} />}>
            <AttentionPanel list={list} />
          </Suspense>
        )}
      </Slot>
    </div>
  );
}
