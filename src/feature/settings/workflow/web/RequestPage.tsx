import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useMay } from '#web/session/session.ts';
import { useLanguage } from '#web/text/language.ts';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { LoadingState } from '#web/ui/LoadingState.tsx';
import { MISSING } from '#domain/figure/number.ts';
import { Panel } from '#web/ui/Panel.tsx';
import type { RequestAbout, RequestDetail } from '../contract.ts';
import { ActionBar } from './ActionBar.tsx';
import { actOn, detailQuery } from './calls.ts';
import { clockText } from './clock.ts';
import { StateMark } from './StateMark.tsx';
import { StepLine } from './StepLine.tsx';
import { Timeline } from './Timeline.tsx';
import { useWorkflowTexts } from './useWorkflowTexts.ts';
import kit from '#web/ui/kit.module.css';
import styles from './Workflow.module.css';

/** One request: what is asked for, the way that it goes, its history, and what the person may do now. */
export default function RequestPage() {
  const { id } = useParams({ strict: false }) as { id?: string };
  const detail = useQuery(detailQuery(Number(id), useLanguage()));
  const { data } = detail;
  useReadMark(data);
  if (detail.isError)
    return <ErrorState what={detail.error.message} onRetry={() => void detail.refetch()} height={300} />;
  if (!data) return <LoadingState height={300} />;
  return <Request detail={data} />;
}

/** Whoever has it open has read it; said once a visit. */
function useReadMark(detail: RequestDetail | undefined): void {
  const id = detail?.waits ? detail.id : undefined;
  useEffect(() => {
    if (id !== undefined) void actOn('readState', { id }).catch(() => {});
  }, [id]);
}

function Request({ detail }: { readonly detail: RequestDetail }) {
  const t = useWorkflowTexts();
  const contact = [
    [t('phone'), detail.applicantPhone],
    [t('mail'), detail.applicantMail],
  ] as const;
  return (
    <div className={kit.stack}>
      <Panel>
        <div className={`${kit.bar} ${styles.head}`}>
          <h2>{detail.title}</h2>
          <StateMark state={detail.state} />
          {detail.round > 1 && <span className={kit.quiet}>{t('round', { n: detail.round })}</span>}
          <Link to="/SDNSysAdmin/SDNWorkflowRequest">{t('back')}</Link>
          <ActionBar detail={detail} />
        </div>
      </Panel>
      <div className={styles.two}>
        <div className={kit.stack}>
          <Panel title={t('details')} unit={detail.workflowName}>
            <dl className={styles.facts}>
              <dt>{t('applicant')}</dt>
              <dd>{detail.applicantName ?? MISSING}</dd>
              {contact.map(
                ([name, value]) =>
                  value && (
                    <div key={name} style={{ display: 'contents' }}>
                      <dt>{name}</dt>
                      <dd>{value}</dd>
                    </div>
                  ),
              )}
              <dt>{t('enterprise')}</dt>
              <dd>{detail.consumerName ?? MISSING}</dd>
              <dt>{t('appliedAt')}</dt>
              <dd>{clockText(detail.appliedAt)}</dd>
            </dl>
            <hr className={styles.rule} />
            <dl className={styles.facts}>
              {detail.params.length === 0 && <dd>{t('nothingFilled')}</dd>}
              {detail.params.map((one) => (
                <div key={`${one.node} ${one.code}`} style={{ display: 'contents' }}>
                  <dt>
                    {one.name}
                    {one.node && ` · ${one.node}`}
                  </dt>
                  <dd>{one.value}</dd>
                </div>
              ))}
            </dl>
            <AboutLink about={detail.about} />
          </Panel>
          <Panel title={t('steps')}>
            <StepLine steps={detail.steps} going />
          </Panel>
        </div>
        <Panel title={t('history')}>
          {detail.history.length === 0 ? (
            <p className={kit.quiet}>{MISSING}</p>
          ) : (
            <Timeline rows={detail.history} />
          )}
          {detail.reads.length > 0 && (
            <p className={kit.quiet}>
              {t('reads', {
                names: detail.reads.map((one) => `${one.name} ${clockText(one.at)}`).join(', '),
              })}
            </p>
          )}
        </Panel>
      </div>
    </div>
  );
}

/** Leads to what the request is about, for who may see that page. */
function AboutLink({ about }: { readonly about: RequestAbout | null }) {
  const t = useWorkflowTexts();
  const may = useMay(about?.permission ?? '');
  if (!about || !may) return null;
  return (
    <p>
      <Link to={about.path as never} search={about.search as never}>
        {t('about')}
      </Link>
    </p>
  );
}
