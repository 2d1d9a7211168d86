import { PLAN_STATES, type PlanState } from '#contract/plan.ts';
import { momentAt } from '#domain/time/text.ts';
import { useText } from '#web/text/useTexts.ts';
import { StatusDot } from '#web/ui/StatusDot.tsx';
import type { PlanDay, PlanRow } from '../contract.ts';
import styles from './Plan.module.css';
import { PLAN_STATUS } from './status.ts';
import { usePlanTexts } from './usePlan.ts';

const STEPS = ['draft', 'submitted', 'approved', 'issued', 'accepted'] as const;

/** How many of the steps are behind each state. */
const REACHED: Readonly<Record<PlanState, number>> = {
  draft: 0,
  submitted: 1,
  approved: 2,
  issued: 3,
  accepted: 5,
  refused: 4,
  unanswered: 4,
  running: 5,
  finished: 5,
  revoked: 0,
};

const isBad = (state: PlanState): boolean => state === 'refused' || state === 'unanswered';

/** How far a version has come, who did what, and what the device has loaded. */
export function LifeSteps({ day, plan }: { readonly day: PlanDay; readonly plan: PlanRow | null }) {
  const t = usePlanTexts();
  const say = useText();
  const zone = day.station.timeZone;
  const at = (time: string | null): string => (time === null ? '' : momentAt(zone, time).slice(5, 16));
  const state = plan?.planState ?? 'draft';
  const loaded = day.versions.find(({ id }) => id === day.loadedId);
  const notes: Readonly<Record<(typeof STEPS)[number], string>> = {
    draft: plan ? `${plan.madeBy ?? t('byItself')} ${at(plan.madeAt)}` : '',
    submitted: plan?.submittedAt ? at(plan.submittedAt) : t('hint_submitted'),
    approved: plan?.approvedAt ? `${plan.approvedBy ?? ''} ${at(plan.approvedAt)}` : t('hint_approved'),
    issued: plan?.issuedAt ? `${plan.issuedBy ?? ''} ${at(plan.issuedAt)}` : t('hint_issued'),
    accepted: plan?.acceptedAt
      ? at(plan.acceptedAt)
      : isBad(state)
        ? say(PLAN_STATES[state])
        : t('hint_accepted'),
  };
  return (
    <div className={styles.steps}>
      <b>
        {plan
          ? t('versionN', { n: plan.version })
          : t('versionN', { n: (day.versions[0]?.version ?? 0) + 1 })}
      </b>
      <StatusDot status={PLAN_STATUS[state]} text={say(PLAN_STATES[state])} />
      <ol aria-label={t('life')}>
        {STEPS.map((step, i) => {
          const reached = REACHED[state];
          const look =
            isBad(state) && i === 4 ? 'bad' : i < reached ? 'done' : i === reached ? 'now' : 'later';
          return (
            <li key={step} data-state={look} aria-current={look === 'now' ? 'step' : undefined}>
              <i aria-hidden="true">{i + 1}</i>
              <span>
                {t(`step_${step}`)}
                <small title={notes[step]}>{notes[step]}</small>
              </span>
            </li>
          );
        })}
      </ol>
      <span className={styles.loaded}>
        {t('inUse')}
        {loaded ? (
          <small>
            {t('versionN', { n: loaded.version })} · {at(loaded.acceptedAt)}
          </small>
        ) : (
          <small>{t('noneInUse')}</small>
        )}
      </span>
    </div>
  );
}
