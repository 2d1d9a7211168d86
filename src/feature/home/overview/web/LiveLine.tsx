import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { heardAt } from '#web/live/newest.ts';
import { refresher } from '#web/live/refresher.ts';
import { useLive } from '#web/live/useLive.ts';
import { useServerClock } from '#web/live/useServerClock.ts';
import { useTexts } from '#web/text/useTexts.ts';
import { StatusDot } from '#web/ui/StatusDot.tsx';
import { formatNumber } from '#domain/figure/number.ts';
import { ageText } from '#web/ui/age.ts';
import type { State } from '#feature/meters/dataState/contract.ts';
import { livePower } from './livePower.ts';
import styles from './Overview.module.css';

const SECOND_MS = 1000;

/**
 * At the end of the filters while today is shown: the present power and the age of the data, counting. It also has the figures
 * and curves read anew when readings of the present were folded, or when messages may have been missed.
 */
export default function LiveLine({ state }: { readonly state: State }) {
  const t = useTexts<typeof import('#web/live/texts.ts').texts>('live');
  const queries = useQueryClient();
  const { subject, freshness } = state;
  const onChange = useMemo(
    () =>
      refresher(() =>
        queries.invalidateQueries({ queryKey: ['monitoring', 'overview'] }, { cancelRefetch: false }),
      ),
    [queries],
  );
  const { status, values } = useLive(subject.consumerId, { onChange });
  const clock = useServerClock(state.now, SECOND_MS);

  const newest = Math.max(
    freshness.dataTo ?? -Infinity,
    ...subject.meters.map(({ ammeterId }) => heardAt(values.get(ammeterId))),
  );
  const power = livePower(subject, values, clock);
  const age = Number.isFinite(newest) ? Math.max(0, Math.floor((clock - newest) / SECOND_MS)) : null;
  return (
    <span className={styles.live} data-testid="live" data-status={status}>
      <StatusDot status={status === 'live' ? 'normal' : 'offline'} text={t(status)} />
      {power !== null && (
        <span>
          <span className={styles.word}>{t('power')} </span>
          <b>{formatNumber(power, 1)} kW</b>
        </span>
      )}
      {age !== null && <span className={styles.age}>{t('age', { age: ageText(age) })}</span>}
    </span>
  );
}
