import { useQuery } from '@tanstack/react-query';
import { MISSING } from '#domain/figure/number.ts';
import type { DueMeter } from '#feature/archive/meteringArchive/contract.ts';
import { dueQuery, Remaining } from '#feature/archive/meteringArchive/web/public.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import type { Goal } from '#web/ui/GoLink.tsx';
import { GoLink } from '#web/ui/GoLink.tsx';
import { KeyFigures } from '#web/ui/KeyFigures.tsx';
import { ListTable } from '#web/ui/ListTable.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import { goals } from '../goals.ts';
import { MayLink } from '../MayLink.tsx';
import type { BlockProps } from '../useBlock.ts';
import { useHomeTexts } from '../useHomeTexts.ts';
import styles from './Block.module.css';

/** Days within which a verification is to be prepared. */
const SOON = 30;
const SHOWN = 10;
const GAUGES = 'yunshui.gaugeConfigure.view';

/** Verifications that are over and those of the next 30 days; how many meters have no date at all. */
export default function DueBlock({ consumerId }: BlockProps) {
  const t = useHomeTexts();
  const answer = useQuery({ ...dueQuery(consumerId), enabled: consumerId !== null });
  const due = answer.data;
  const soon = due?.list.filter(({ days }) => days <= SOON);
  const figure = (key: 'overdue' | 'within30' | 'within90' | 'meters' | 'undated', goal: Goal) => ({
    key,
    label: t(key),
    value: due ? String(due[key]) : MISSING,
    goal,
  });
  return (
    <>
      <KeyFigures
        compact
        loading={!due && !answer.isError}
        figures={[
          figure('overdue', goals.due('overdue')),
          figure('within30', goals.due('30')),
          figure('within90', goals.due('90')),
          figure('meters', goals.due()),
          { ...figure('undated', goals.gauges()), full: t('undatedIs') },
        ]}
      />
      <Panel
        title={t('dueSoon')}
        unit={soon && soon.length > SHOWN ? t('firstOf', { n: SHOWN, m: soon.length }) : undefined}
        flush
        extra={<GoLink goal={goals.due()}>{t('calendar')}</GoLink>}
      >
        <ListTable<DueMeter>
          label={t('dueSoon')}
          columns={[
            {
              key: 'meter',
              title: t('gauge'),
              render: (row) => (
                <MayLink needs={GAUGES} goal={{ ...goals.gauges(), search: { q: row.serNo } }}>
                  {row.meterName}
                </MayLink>
              ),
            },
            { key: 'serial', title: t('serial'), render: (row) => row.serNo },
            { key: 'location', title: t('location'), render: (row) => row.location },
            { key: 'org', title: t('verifyingBody'), render: (row) => row.alignOrg },
            { key: 'next', title: t('dueOn'), render: (row) => row.nextAlignDate },
            { key: 'days', title: t('remaining'), render: (row) => <Remaining days={row.days} /> },
          ]}
          rows={soon?.slice(0, SHOWN)}
          keyOf={(row) => row.gaugeId}
          error={answer.error}
          onRetry={() => void answer.refetch()}
          total={null}
          page={null}
          onPage={() => undefined}
          empty={
            <EmptyState why={due?.meters === 0 ? t('noGauge') : t('noneDue')} height={88}>
              {due?.meters === 0 && (
                <MayLink needs={GAUGES} goal={goals.gauges()} className={styles.small}>
                  {t('enterGauges')}
                </MayLink>
              )}
            </EmptyState>
          }
        />
      </Panel>
    </>
  );
}
