import { useQuery } from '@tanstack/react-query';
import { WORK_DEMANDS, WORK_ORDER_STATES } from '#contract/workOrder.ts';
import { MISSING } from '#domain/figure/number.ts';
import { timeAt } from '#domain/time/text.ts';
import { LevelMark } from '#web/ui/LevelMark.tsx';
import { useMay } from '#web/session/session.ts';
import { useText } from '#web/text/useTexts.ts';
import { Dialog } from '#web/ui/Dialog.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { GoLink } from '#web/ui/GoLink.tsx';
import { LoadingState } from '#web/ui/LoadingState.tsx';
import { PageLink } from '#web/ui/PageLink.tsx';
import { StatusDot } from '#web/ui/StatusDot.tsx';
import type { OrderInfo, OrderStep } from '../contract.ts';
import { orderInfoQuery } from './calls.ts';
import { Files } from './Files.tsx';
import { Moves } from './Moves.tsx';
import { Parts } from './Parts.tsx';
import kit from '#web/ui/kit.module.css';
import styles from './Order.module.css';
import { useOrderTexts } from './useOrderTexts.ts';

/** One work order: what it is about, what may be done next, its steps, parts and photos. */
export function OrderDrawer({ id, onClose }: { readonly id: number; readonly onClose: () => void }) {
  const t = useOrderTexts();
  const { data, error } = useQuery(orderInfoQuery(id));
  const mayMove = useMay('alarm.workOrder.move');
  return (
    <Dialog title={data?.orderName ?? t('order')} side="right" width={560} onClose={onClose}>
      {error && !data ? (
        <EmptyState why={t('gone')} height={240} />
      ) : data ? (
        <div className={kit.stack}>
          <Facts order={data} />
          {mayMove && <Moves order={data} />}
          {data.tactics.length > 0 && <Advice order={data} />}
          <Steps order={data} />
          <Parts order={data} may={mayMove} />
          <Files order={data} may={mayMove} />
        </div>
      ) : (
        <LoadingState height={320} />
      )}
    </Dialog>
  );
}

function Facts({ order }: { readonly order: OrderInfo }) {
  const t = useOrderTexts();
  const say = useText();
  const at = (ms: number | null): string => (ms === null ? MISSING : timeAt(order.timeZone, ms));
  return (
    <dl className={`${kit.facts} ${styles.facts}`}>
      <Fact name={t('number')}>{order.workOrderId}</Fact>
      <Fact name={t('state')}>{say(WORK_ORDER_STATES[order.orderState])}</Fact>
      <Fact name={t('urgency')}>
        <LevelMark level={order.urgency} />
      </Fact>
      <Fact name={t('demand')}>{say(WORK_DEMANDS[order.demand])}</Fact>
      <Fact name={t('site')}>
        {order.siteId === null ? (
          MISSING
        ) : (
          <PageLink kind="site" id={order.siteId}>
            {order.siteName ?? MISSING}
          </PageLink>
        )}
      </Fact>
      <Fact name={t('about')}>
        <About order={order} />
      </Fact>
      <Fact name={t('assignee')}>{order.assigneeName ?? t('nobody')}</Fact>
      <Fact name={t('created')}>{at(order.createdAt)}</Fact>
      <Fact name={t('due')}>
        {order.late ? (
          <StatusDot
            status="alarm"
            text={`${at(order.dueAt)} ${order.doneAt === null ? t('late') : t('doneLate')}`}
          />
        ) : (
          at(order.dueAt)
        )}
      </Fact>
      <Fact name={t('done')}>{at(order.doneAt)}</Fact>
      {order.alarmRecordId !== null && (
        <Fact name={t('fromAlarm')}>
          <GoLink goal={{ to: '/SDNEventAlert/SDNEventAlert', search: { record: order.alarmRecordId } }}>
            {order.alarmRecordId}
          </GoLink>
        </Fact>
      )}
      {order.description && (
        <Fact name={t('description')} wide>
          {order.description}
        </Fact>
      )}
      {order.procInfo && (
        <Fact name={t('whatDone')} wide>
          {order.procInfo}
        </Fact>
      )}
    </dl>
  );
}

function Fact({
  name,
  wide,
  children,
}: {
  readonly name: string;
  readonly wide?: boolean;
  readonly children: React.ReactNode;
}) {
  return (
    <div className={wide ? styles.wide : undefined}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function About({ order }: { readonly order: OrderInfo }) {
  if (order.monitorObjectId !== null)
    return (
      <PageLink kind="object" id={order.monitorObjectId}>
        {order.objectName ?? MISSING}
      </PageLink>
    );
  if (order.deviceName !== null) return order.deviceName;
  if (order.ammeterId !== null)
    return (
      <PageLink kind="meter" id={order.ammeterId}>
        {order.ammeterName ?? MISSING}
      </PageLink>
    );
  return MISSING;
}

function Advice({ order }: { readonly order: OrderInfo }) {
  const t = useOrderTexts();
  const say = useText();
  return (
    <section className={styles.part}>
      <h3>{t('advice')}</h3>
      <ol>
        {order.tactics.map((one) => (
          <li key={one.en}>{say(one)}</li>
        ))}
      </ol>
    </section>
  );
}

function Steps({ order }: { readonly order: OrderInfo }) {
  const t = useOrderTexts();
  const say = useText();
  const what = (step: OrderStep): string =>
    step.comment ? t('commented') : say(WORK_ORDER_STATES[step.toState]);
  return (
    <section className={styles.part}>
      <h3>{t('steps')}</h3>
      <ol className={styles.steps}>
        {order.steps.map((step) => (
          <li key={step.id}>
            <span>
              <b>{what(step)}</b> {step.byName ?? t('someone')}
            </span>
            <time dateTime={new Date(step.at).toISOString()}>{timeAt(order.timeZone, step.at)}</time>
            {step.note && <p>{step.note}</p>}
          </li>
        ))}
      </ol>
    </section>
  );
}
