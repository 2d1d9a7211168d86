import { useQuery } from '@tanstack/react-query';
import { guardsQuery, GuardPanel } from '#feature/money/demand/web/public.ts';
import { useMay } from '#web/session/session.ts';
import { Slot } from '#web/ui/Slot.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { GoLink } from '#web/ui/GoLink.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import { goals } from '../goals.ts';
import { MayLink } from '../MayLink.tsx';
import type { BlockProps } from '../useBlock.ts';
import { useHomeTexts } from '../useHomeTexts.ts';
import { nearestFirst } from './nearest.ts';
import styles from './Block.module.css';

/** So many limits are in sight. */
const SHOWN = 2;

/** The running windows of demand: those that come nearest to their limit. */
export default function DemandBlock({ consumerId }: BlockProps) {
  const t = useHomeTexts();
  const maySee = useMay('SDNControl.SDNControlShed');
  const answer = useQuery(guardsQuery(consumerId));
  return (
    <Slot query={answer} title={t('demandWindow')}>
      {(states) =>
        states.length === 0 ? (
          <Panel title={t('demandWindow')} extra={<GoLink goal={goals.guard()}>{t('allOfThem')}</GoLink>}>
            <EmptyState why={t('noGuard')} next={t('noGuardNext')} height={88}>
              <MayLink needs="price.demandGuard.view" goal={goals.limit()}>
                {t('setLimit')}
              </MayLink>
            </EmptyState>
          </Panel>
        ) : (
          <div className={styles.stack}>
            {nearestFirst(states)
              .slice(0, SHOWN)
              .map((state) => (
                <GuardPanel key={state.guardId} state={state} goal={goals.guard()} />
              ))}
            <p className={styles.guardFoot}>
              {maySee && (
                <GoLink goal={goals.shed()} className={styles.small}>
                  {t('toShed')}
                </GoLink>
              )}
              {states.length > SHOWN && (
                <GoLink goal={goals.guard()} className={styles.small}>
                  {t('allGuards', { n: states.length })}
                </GoLink>
              )}
            </p>
          </div>
        )
      }
    </Slot>
  );
}
