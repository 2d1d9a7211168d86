import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { get } from '#web/api.ts';
import { useTexts } from '#web/text/useTexts.ts';
import type { Filling } from '#contract/filling.ts';
import styles from './FillingBar.module.css';

const AGAIN_MS = 3000;

/** Says that screens are empty because the demonstration is still being filled; when it is over they are read anew. */
export function FillingBar() {
  const t = useTexts<typeof import('./texts.ts').texts>('demonstration');
  const queries = useQueryClient();
  const { data: filling } = useQuery({
    queryKey: ['sys', 'demonstration', 'getFilling'],
    queryFn: () => get<Filling | null>('sys/demonstration/getFilling', {}, { quiet: true }),
    refetchInterval: ({ state }) => (state.data === null ? false : AGAIN_MS),
  });
  const before = useRef(filling);
  useEffect(() => {
    if (before.current && filling === null) void queries.invalidateQueries();
    before.current = filling;
  }, [filling, queries]);
  if (!filling) return null;
  return (
    <output className={styles.bar}>
      {t(filling.stage === 'folding' ? 'folding' : 'entering', { percent: filling.percent })}
    </output>
  );
}
