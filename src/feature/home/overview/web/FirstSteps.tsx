import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Page } from '#contract/envelope.ts';
import { get } from '#web/api.ts';
import { Panel } from '#web/ui/Panel.tsx';
import styles from './FirstSteps.module.css';
import { useOverviewTexts, type SayOverview } from './useOverviewTexts.ts';

interface Step {
  readonly key: 'Site' | 'Gateway' | 'Meter' | 'Import' | 'Reading';
  readonly to: string | null;
  /** The list whose first row means that the step is done. */
  readonly list: string | null;
}

const STEPS: readonly Step[] = [
  { key: 'Site', to: '/SDNEquipment/SDNMonitorsite', list: 'archive/monitorSite' },
  { key: 'Gateway', to: '/SDNCommunication/SDNGatewayCommunication', list: 'archive/gateway' },
  { key: 'Meter', to: '/SDNEquipment/SDNLedgerDetail', list: 'archive/ammeter' },
  { key: 'Import', to: '/SDNPowerAdmin/SDNDataInput', list: null },
  { key: 'Reading', to: null, list: null },
];

const CHECK_MS = 10_000;

/** Whether an enterprise has a row of a list; null while unknown or not allowed to see. */
function useHas(list: string | null, consumerId: number): boolean | null {
  const { data } = useQuery({
    queryKey: ['overview', 'firstSteps', list, consumerId],
    queryFn: () =>
      get<Page<unknown>>(`${list ?? ''}/searchpage`, { consumerId, pageNo: 1, pageSize: 1 }, { quiet: true }),
    enabled: list !== null,
    refetchInterval: CHECK_MS,
  });
  return data ? data.pagination.total > 0 : null;
}

/** The short path of an enterprise without data: site, gateway, meters, data, first reading seen. */
export default function FirstSteps({ consumerId }: { consumerId: number }) {
  const t = useOverviewTexts();
  return (
    <Panel title={t('start')} unit={t('startWhy')}>
      <ol className={styles.steps}>
        {STEPS.map((step, i) => (
          <StepRow key={step.key} step={step} number={i + 1} consumerId={consumerId} />
        ))}
      </ol>
    </Panel>
  );
}

function StepRow({ step, number, consumerId }: { step: Step; number: number; consumerId: number }) {
  const t = useOverviewTexts();
  const has = useHas(step.list, consumerId);
  // The page leaves these steps as soon as a reading is there.
  const done = has === true;
  return (
    <li>
      <span className={styles.number}>{number}</span>
      <div>
        <b>{t(`step${step.key}` as Parameters<SayOverview>[0])}</b>
        <small>{t(`step${step.key}Why` as Parameters<SayOverview>[0])}</small>
      </div>
      <span className={done ? styles.done : styles.ahead}>{t(done ? 'stepDone' : 'stepTodo')}</span>
      <span className={styles.link}>
        {step.to && (
          <Link
            to={step.to}
            search={{ consumer: consumerId } as never}
            aria-label={`${t('stepOpen')}: ${t(`step${step.key}` as Parameters<SayOverview>[0])}`}
          >
            {t('stepOpen')}
          </Link>
        )}
      </span>
    </li>
  );
}
