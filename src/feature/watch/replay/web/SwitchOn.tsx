import { useMutation } from '@tanstack/react-query';
import { formatNumber } from '#domain/figure/number.ts';
import { alarm } from '#resource/event/alarm.ts';
import { queryClient } from '#web/api/queryClient.ts';
import type { ResourceRow } from '#web/resource/kindWeb.ts';
import { postConfirmed } from '#web/resource/postConfirmed.tsx';
import { usePermissions } from '#web/resource/usePermissions.ts';
import { Button } from '#web/ui/Button.tsx';
import { notify } from '#web/ui/notice.ts';
import { StatusDot } from '#web/ui/StatusDot.tsx';
import { ASKED_FROM_PER_DAY, type ReplayAnswer } from '../contract.ts';
import { type Draft, fieldsOf } from './draft.ts';
import kit from '#web/ui/kit.module.css';
import styles from './Replay.module.css';
import { useReplayTexts } from './useReplayTexts.ts';

export interface SwitchOnProps {
  readonly rule: ResourceRow | null;
  readonly draft: Draft;
  readonly answer: ReplayAnswer;
  /** Whether the answer is about the draft as it stands. */
  readonly fresh: boolean;
  readonly onApply: (() => void) | null;
}

/** What the draft means in a day, and the ways on: the best proposal, a new version, switching the rule on. */
export function SwitchOn({ rule, draft, answer, fresh, onApply }: SwitchOnProps) {
  const t = useReplayTexts();
  const may = usePermissions(alarm);
  const perDay = answer.figures.draft.raisesPerDay;
  const loud = perDay > ASKED_FROM_PER_DAY;
  const off = rule !== null && rule['enable'] !== true;
  const save = useMutation({
    mutationFn: (enable: boolean) =>
      postConfirmed('event/alarm/edit', {
        id: rule?.id ?? 0,
        ...fieldsOf(draft),
        ...(enable ? { enable: 1 } : {}),
      }),
    onSuccess: async (done) => {
      if (!done) return;
      notify('success', t('saved'));
      await queryClient.invalidateQueries({ queryKey: [alarm.area, alarm.name] });
    },
    onError: (error) => notify('error', error.message),
  });
  const n = formatNumber(perDay, 1);
  return (
    <section className={`${styles.ask} ${loud ? styles.loud : ''}`} aria-label={t('rings')}>
      <StatusDot
        status={loud ? 'warning' : 'normal'}
        text={loud && off ? t('asks', { n }) : t('quiet', { n })}
      />
      <span className={`${kit.quiet} ${styles.grow}`}>{!fresh ? t('stale') : loud ? t('asksNote') : ''}</span>
      <span className={styles.buttons}>
        {rule && may('edit') && (
          <Button disabled={save.isPending || !fresh} onClick={() => save.mutate(false)}>
            {t('save')}
          </Button>
        )}
        {off && may('edit') && (
          <Button
            kind={loud ? 'danger' : 'primary'}
            disabled={save.isPending || !fresh}
            onClick={() => save.mutate(true)}
          >
            {t(loud ? 'switchOnAnyway' : 'switchOn')}
          </Button>
        )}
        {onApply && (
          <Button kind="primary" onClick={onApply}>
            {t('applyAgain')}
          </Button>
        )}
      </span>
    </section>
  );
}
