import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ARCHIVE_GROUPS, ARCHIVE_TABS, type ArchiveGroup } from '#contract/archiveTab.ts';
import { trailTo, useMenu } from '#web/shell/menu.ts';
import { useConsumer } from '#web/session/consumer.ts';
import { useText } from '#web/text/useTexts.ts';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { KeyFigures } from '#web/ui/KeyFigures.tsx';
import { MISSING } from '#domain/figure/number.ts';
import { Panel } from '#web/ui/Panel.tsx';
import type { TabState } from '../contract.ts';
import { dueQuery, overviewQuery } from './calls.ts';
import kit from '#web/ui/kit.module.css';
import styles from './Overview.module.css';
import { useArchiveTexts } from './useArchiveTexts.ts';

const GROUPS = Object.keys(ARCHIVE_GROUPS) as ArchiveGroup[];

/** What an auditor looks for: every tab by group, how far it is filled, and the verifications that are due. */
export default function OverviewPage() {
  const t = useArchiveTexts();
  const say = useText();
  const menu = useMenu();
  const { consumer } = useConsumer();
  const orgId = consumer?.orgId ?? null;
  const overview = useQuery(overviewQuery(orgId));
  const due = useQuery(dueQuery(orgId));
  const states = new Map(overview.data?.map((state) => [state.number, state]));
  const filled = overview.data?.filter(({ count }) => count > 0).length ?? 0;
  const figure = (n: number | undefined): string => (n === undefined ? MISSING : String(n));
  if (overview.isError)
    return <ErrorState what={overview.error.message} onRetry={() => void overview.refetch()} />;
  return (
    <div className={kit.stackLoose}>
      <KeyFigures
        compact
        loading={overview.isPending}
        figures={[
          {
            key: 'filled',
            label: t('tabsFilled'),
            value: String(filled),
            unit: t('ofTabs', { n: states.size }),
          },
          { key: 'meters', label: t('meters'), value: figure(due.data?.meters) },
          { key: 'overdue', label: t('overdue'), value: figure(due.data?.overdue) },
          { key: 'within30', label: t('within30'), value: figure(due.data?.within30) },
          { key: 'within90', label: t('within90'), value: figure(due.data?.within90) },
        ]}
      />
      <div className={styles.groups}>
        {GROUPS.map((group) => {
          const tabs = ARCHIVE_TABS.filter(
            (tab) => tab.group === group && trailTo(menu, tab.screen).length > 0,
          );
          return tabs.length === 0 ? null : (
            <Panel key={group} title={say(ARCHIVE_GROUPS[group])} flush>
              <ul className={styles.tabs}>
                {tabs.map((tab) => {
                  const state = states.get(tab.number);
                  return (
                    <li key={tab.number}>
                      <Link to={tab.screen}>
                        <span className={styles.number}>{tab.number}</span>
                        <span>{say(tab.name)}</span>
                        {state && <State state={state} />}
                      </Link>
                    </li>
                  );
                })}
              </ul>
            </Panel>
          );
        })}
      </div>
    </div>
  );
}

/** How many rows or files a tab has, or whether its year is filed. */
function State({ state: { kind, count, year } }: { readonly state: TabState }) {
  const t = useArchiveTexts();
  const text =
    kind === 'filing'
      ? t(count === 0 ? 'notFiled' : 'filed', { year: year ?? '' })
      : count === 0
        ? t('empty')
        : t(kind, { n: count });
  return <span className={count === 0 ? styles.none : styles.count}>{text}</span>;
}
