import { REPLY_KINDS } from '#contract/plan.ts';
import { secondAt } from '#domain/time/text.ts';
import { useText } from '#web/text/useTexts.ts';
import { Panel } from '#web/ui/Panel.tsx';
import { StatusDot } from '#web/ui/StatusDot.tsx';
import { Table, type TableColumn } from '#web/ui/Table.tsx';
import type { PlanDay, PlanRow, ReplyWire } from '../contract.ts';
import kit from '#web/ui/kit.module.css';
import styles from './Plan.module.css';
import { REPLY_STATUS } from './status.ts';
import { usePlanTexts } from './usePlan.ts';

const seconds = (from: string, to: string): string => ((Date.parse(to) - Date.parse(from)) / 1000).toFixed(1);

/** What the EMS answered when the plans of a day were issued, each attempt. */
export function AnswersPanel({ day, plan }: { readonly day: PlanDay; readonly plan: PlanRow | null }) {
  const t = usePlanTexts();
  const { wired, connected, timeZone } = day.station;
  const columns = useReplyColumns(timeZone);
  return (
    <Panel
      title={t('answers')}
      extra={
        wired && connected !== null ? (
          <StatusDot status={connected ? 'normal' : 'offline'} text={connected ? t('online') : t('away')} />
        ) : undefined
      }
    >
      {!wired && <p className={kit.fault}>{t('notWired')}</p>}
      {plan && (
        <dl className={`${kit.facts} ${styles.facts}`}>
          <dt>{t('planId')}</dt>
          <dd>
            {plan.planId} / {plan.version}
          </dd>
          {plan.sha256 && (
            <>
              <dt>{t('sentHash')}</dt>
              <dd title={plan.sha256}>
                {plan.sha256.slice(0, 8)}…{plan.sha256.slice(-6)}
              </dd>
            </>
          )}
          <dt>{t('convention')}</dt>
          <dd>{t('conventionText')}</dd>
        </dl>
      )}
      <Table
        look="small"
        label={t('answers')}
        columns={columns}
        rows={day.replies.slice(0, 12)}
        keyOf={({ id }) => id}
        empty={<p className={kit.note}>{t('noAnswers')}</p>}
        scroll={{ label: t('answers') }}
      />
    </Panel>
  );
}

function useReplyColumns(timeZone: string): readonly TableColumn<ReplyWire>[] {
  const t = usePlanTexts();
  const say = useText();
  return [
    { key: 'attempt', title: t('attempt'), render: ({ version, attempt }) => `v${version}-${attempt}` },
    {
      key: 'sent',
      title: t('sentAt'),
      render: ({ sentAt, startedAt }) => secondAt(timeZone, sentAt ?? startedAt).slice(11),
    },
    {
      key: 'took',
      title: t('took'),
      end: true,
      render: ({ startedAt, endedAt }) => `${seconds(startedAt, endedAt)} s`,
    },
    {
      key: 'outcome',
      title: t('outcome'),
      render: ({ replyKind }) => (
        <StatusDot status={REPLY_STATUS[replyKind]} text={say(REPLY_KINDS[replyKind])} />
      ),
      hint: ({ answer }) => answer ?? undefined,
    },
  ];
}
