import { Suspense } from 'react';
import { QuarterHeat } from '#feature/energy/load/web/public.ts';
import { ENERGY, energyTypeOf } from '#contract/energyType.ts';
import { useMoney } from '#feature/home/roleHome/web/public.ts';
import {
  CoursePanels,
  FigureStrip,
  FlowPanel,
  hasPeriods,
  OverviewBody,
  type OverviewBodyProps,
} from '#feature/home/overview/web/public.ts';
import { Stale } from '#web/ui/Slot.tsx';
import { INTERVAL } from '#contract/interval.ts';
import { meterGoal } from '#web/pageGoal.ts';
import { useMay } from '#web/session/session.ts';
import { useText } from '#web/text/useTexts.ts';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import { shiftPeriod } from '#web/ui/period.ts';
import { useGo } from '#web/ui/useGo.ts';
import kit from '#web/ui/kit.module.css';
import styles from './Head.module.css';
import { MonthPanel } from './MonthPanel.tsx';

/** Days of a year before its last. */
const YEAR = 364;

/** Whoever may open the charge analysis may see prices. */
const CHARGE = 'SDNPowerAdmin.SDNCoulometryChargeAnalysis';

/** A site or unit: what its overview shows, and its months. */
export function ObjectGlance(props: OverviewBodyProps) {
  return (
    <div className={kit.stack}>
      <OverviewBody {...props} />
      <Months {...props} />
    </div>
  );
}

/** A meter: its day, its month, its months, and where its energy goes. What is worth attention stands in the head. */
export function MeterGlance(props: OverviewBodyProps) {
  const { address, answers, question, date, today, onOpen, onPart } = props;
  const text = useText();
  const { figures, tree } = answers;
  const energy = text(
    energyTypeOf(figures.data?.subject.dataType ?? address.type ?? ENERGY.electricity).label,
  );
  const priced = useMay(CHARGE) && hasPeriods(address, answers);
  const money = useMoney(question, priced && figures.data !== undefined);
  const strip = { answers, money: priced ? money : null, energy, date, today, onOpen };
  const flows = tree.data?.tree?.children.some((one) => one.children.length > 0) === true;
  return (
    <div className={kit.stack}>
      {figures.isError ? (
        <Panel>
          <ErrorState what={figures.error.message} onRetry={() => void figures.refetch()} height={66} />
        </Panel>
      ) : (
        <Stale query={figures}>
          <FigureStrip {...strip} which="first" />
        </Stale>
      )}
      <CoursePanels {...props} energy={energy} />
      <Months {...props} />
      <Year {...props} />
      {flows && (
        <div className={styles.flow}>
          <FlowPanel answers={answers} energy={energy} onPart={onPart} />
        </div>
      )}
    </div>
  );
}

/** Every quarter of an hour of the year up to the day shown; a press leads to the load of its day. */
function Year({ answers, date }: OverviewBodyProps) {
  const go = useGo();
  const mayLoad = useMay('SDNPowerAdmin.SDNLoadAnalysis');
  const dataAmmeterId = answers.figures.data?.subject.dataAmmeterId ?? null;
  if (!mayLoad || dataAmmeterId === null) return null;
  return (
    <Suspense>
      <QuarterHeat
        who={{ dataAmmeterId, begin: shiftPeriod('day', date, -YEAR), end: date }}
        onDay={(day) =>
          go(
            meterGoal(dataAmmeterId, {
              tab: 'use',
              part: 'load',
              interval: INTERVAL.quarter,
              begin: day,
              end: day,
            }),
          )
        }
      />
    </Suspense>
  );
}

/** The months up to the day shown, once it is known whose they are. */
function Months({ answers, date, today, onOpen }: OverviewBodyProps) {
  const subject = answers.figures.data?.subject;
  return subject ? <MonthPanel subject={subject} date={date} today={today} onOpen={onOpen} /> : null;
}
