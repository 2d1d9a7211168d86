import type { Question } from '#web/provenance/question.ts';
import { type ComponentType, lazy, Suspense, useMemo, useState } from 'react';
import { HOME_ZONE } from '#domain/time/homeZone.ts';
import { dateAt } from '#domain/time/text.ts';
import { useAddress } from '#web/address.ts';
import { later } from '#web/rest.ts';
import { useHeldAddress } from '#web/heldAddress.ts';
import { meterGoal, pageGoal } from '#web/pageGoal.ts';
import { useConsumer } from '#web/session/consumer.ts';
import { ExplainedPage } from '#web/provenance/ExplainedPage.tsx';
import { CLOSED, useOpened } from '#web/provenance/useOpened.ts';
import { usePageHead } from '#web/ui/pageHead.tsx';
import { useGo } from '#web/ui/useGo.ts';
import { useNarrow } from '#web/ui/useNarrow.ts';
import type { State } from '#feature/meters/dataState/contract.ts';
import { readAddress } from './address.ts';
import { Freshness } from './Freshness.tsx';
import { NoConsumer } from '#feature/home/roleHome/web/public.ts';
import kit from '#web/ui/kit.module.css';
import styles from './Overview.module.css';
import { OverviewBody, type OverviewBodyProps } from './OverviewBody.tsx';
import { OverviewFilter } from './OverviewFilter.tsx';
import { useOverview } from './useOverview.ts';

const LiveLine = lazy(later(() => import('./LiveLine.tsx')));

/** From here on hours and power stand beside each other. */
const WIDE_FROM = 1680;

/** The overview of an enterprise, a site, a unit or a meter on any day. */
export default function OverviewPage() {
  return <OverviewFrame Body={OverviewBody} />;
}

/** The question of the overview in its address, its answers in a body, and where their figures come from. */
export function OverviewFrame({ Body }: { readonly Body: ComponentType<OverviewBodyProps> }) {
  const go = useGo();
  const held = useHeldAddress() !== null;
  const { consumer } = useConsumer();
  const [address, change] = useAddress(readAddress);
  const wide = !useNarrow(WIDE_FROM);
  const { open } = useOpened();
  const [opened] = useState(() => Date.now());
  const question = useMemo(
    (): Question => ({
      orgId: address.meter === null ? (address.org ?? consumer?.orgId ?? null) : null,
      dataAmmeterId: address.meter,
      dataType: address.meter === null ? address.type : null,
      date: address.date,
    }),
    [address, consumer],
  );
  const answers = useOverview(
    question,
    {
      hours: wide || address.chart === 'hours',
      power: wide || address.chart === 'power',
      span: address.span,
    },
    consumer !== null,
  );
  const state = answers.state.data;

  if (!consumer) return <NoConsumer />;
  const subject = answers.figures.data?.subject;
  // Until the zone of the site is known, today is told by the clock of most sites.
  const today = dateAt(subject?.timeZone ?? HOME_ZONE, answers.figures.data?.now ?? opened);
  return (
    <ExplainedPage
      whose={question}
      onMeter={(meter) => go(meterGoal(meter, { date: address.date ?? undefined }))}
    >
      {!held && <HeadAside state={state} />}
      <div className={`${kit.stack} ${styles.page}`}>
        <OverviewFilter
          consumerId={consumer.orgId}
          address={address}
          subject={subject}
          date={address.date ?? today}
          today={today}
          live={
            state && address.date === null ? (
              <Suspense>
                <LiveLine state={state} />
              </Suspense>
            ) : null
          }
          onChange={(part) => change({ ...part, ...CLOSED }, { push: true })}
        />
        <Body
          consumerId={consumer.orgId}
          address={address}
          answers={answers}
          question={question}
          wide={wide}
          date={address.date ?? today}
          today={today}
          onOpen={open}
          onView={(view) => change(view)}
          onPart={(part) => go(pageGoal(part, { date: address.date ?? undefined }))}
        />
      </div>
    </ExplainedPage>
  );
}

/** How fresh the figures are, in the head of a page that is about them alone. */
function HeadAside({ state }: { readonly state: State | undefined }) {
  const aside = useMemo(() => (state ? <Freshness state={state} /> : null), [state]);
  usePageHead({ aside });
  return null;
}
