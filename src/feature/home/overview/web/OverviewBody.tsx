import type { OpenBucket } from '#web/provenance/openBucket.ts';
import type { Question } from '#web/provenance/question.ts';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { ENERGY, energyTypeOf } from '#contract/energyType.ts';
import {
  AlarmRow,
  AttentionPanel,
  useAttention,
  useDeviceCosts,
  useHomeTexts,
  useMoney,
} from '#feature/home/roleHome/web/public.ts';
import { useMay } from '#web/session/session.ts';
import { later } from '#web/rest.ts';
import { useText } from '#web/text/useTexts.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { LoadingState } from '#web/ui/LoadingState.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import { useNarrow } from '#web/ui/useNarrow.ts';
import type { CoverageRow } from '#feature/meters/dataState/contract.ts';
import type { OverviewAddress } from './address.ts';
import { CoveragePanel } from './CoveragePanel.tsx';
import { CoursePanels } from './CoursePanels.tsx';
import { FigureStrip } from './FigureStrip.tsx';
import { FlowPanel } from './FlowPanel.tsx';
import styles from './Overview.module.css';
import { NeverHeard } from '#web/ui/NeverHeard.tsx';
import { DeviceTop, HourTop } from './TopPanels.tsx';
import { Slot, Stale, Waiting } from '#web/ui/Slot.tsx';
import { hasPeriods } from './span.ts';
import type { Overview } from './useOverview.ts';
import { useOverviewTexts } from './useOverviewTexts.ts';

export interface OverviewBodyProps {
  readonly consumerId: number;
  readonly address: OverviewAddress;
  readonly answers: Overview;
  readonly question: Question;
  readonly wide: boolean;
  /** The day shown, and today. */
  readonly date: string;
  readonly today: string;
  readonly onOpen: (bucket: OpenBucket) => void;
  readonly onView: (view: Partial<Pick<OverviewAddress, 'chart' | 'span'>>) => void;
  readonly onPart: (part: Pick<CoverageRow, 'orgId' | 'dataAmmeterId'>) => void;
}

/** Whoever may open the charge analysis may see prices. */
const CHARGE = 'SDNPowerAdmin.SDNCoulometryChargeAnalysis';

const FirstSteps = lazy(later(() => import('./FirstSteps.tsx')));
const DemandPanel = lazy(
  later(async () => ({ default: (await import('#feature/money/demand/web/public.ts')).DemandPanel })),
);

/** Key figures, courses, flow, rankings, oddities and coverage; every panel stands for itself. */
export function OverviewBody(props: OverviewBodyProps) {
  const { consumerId, address, answers, question, date, today, onOpen, onPart } = props;
  const t = useOverviewTexts();
  const h = useHomeTexts();
  const text = useText();
  const narrow = useNarrow();
  const { figures, state, devices, hours } = answers;
  const data = figures.data;
  const energy = text(energyTypeOf(data?.subject.dataType ?? address.type ?? ENERGY.electricity).label);
  const priced = useMay(CHARGE) && hasPeriods(address, answers);
  const known = data !== undefined;
  const money = useMoney(question, priced && known);
  const attention = useAttention(question, known);
  const ids = devices.data?.map((one) => one.dataAmmeterId) ?? [];
  const costs = useDeviceCosts(ids, data?.date, priced);
  const strip = { answers, money: priced ? money : null, energy, date, today, onOpen };

  if (data && data.subject.meters.length === 0) {
    const none = data.subject.dataTypes.length === 0 && data.subject.kind === 'consumer';
    return none ? <Begin consumerId={consumerId} /> : <NoMeter energy={energy} />;
  }
  const never = state.data?.freshness.dataTo === null && data?.subject.kind === 'consumer';
  const day = data?.day.from ?? 0;
  const unit = data?.subject.unit ?? '';
  return (
    <>
      {narrow && (
        <Suspense>
          <AlarmRow list={attention.data} />
        </Suspense>
      )}
      {never && <Begin consumerId={consumerId} />}
      {figures.isError ? (
        <Panel>
          <ErrorState what={figures.error.message} onRetry={() => void figures.refetch()} height={66} />
        </Panel>
      ) : (
        <Stale query={figures}>
          <FigureStrip {...strip} which="first" />
        </Stale>
      )}
      {!never && state.data && <NeverHeard meters={state.data.neverHeard} />}
      <CoursePanels {...props} energy={energy} />
      <div className={styles.lower}>
        <Slot query={attention} title={h('title')}>
          {(list) => (
            <Suspense fallback={<Waiting title={h('title')} />}>
              <AttentionPanel list={list} />
            </Suspense>
          )}
        </Slot>
        <FlowPanel answers={answers} energy={energy} onPart={onPart} />
        <Slot query={devices} title={t('devices', { energy })}>
          {(entries) => (
            <DeviceTop
              entries={entries}
              unit={unit}
              at={day}
              current={data?.current ?? false}
              date={date}
              costs={costs}
              energy={energy}
              onOpen={onOpen}
            />
          )}
        </Slot>
      </div>
      {!figures.isError && <FigureStrip {...strip} which="rest" />}
      <div className={styles.more}>
        <Slot query={hours} title={t('hoursTop')}>
          {(entries) => <HourTop entries={entries} unit={unit} onOpen={onOpen} />}
        </Slot>
        <div className={styles.side}>
          {state.isError ? (
            <Panel title={t('covered')}>
              <ErrorState what={state.error.message} onRetry={() => void state.refetch()} height={120} />
            </Panel>
          ) : (
            state.data && (
              <Stale query={state}>
                <CoveragePanel rows={state.data.coverage} onOpen={onPart} />
              </Stale>
            )
          )}
          {data && (
            <Suspense fallback={<LoadingState height={120} />}>
              <DemandPanel
                orgId={data.subject.orgId}
                dataAmmeterId={data.subject.dataAmmeterId}
                dataType={data.subject.dataType}
                to={data.date}
                opens={({ to }, label, value) => (
                  <button
                    type="button"
                    aria-label={label}
                    onClick={() => onOpen({ level: 1, at: to - 1, meter: null })}
                  >
                    {value}
                  </button>
                )}
              />
            </Suspense>
          )}
        </div>
      </div>
    </>
  );
}

function Begin({ consumerId }: { consumerId: number }) {
  return (
    <Suspense>
      <FirstSteps consumerId={consumerId} />
    </Suspense>
  );
}

function NoMeter({ energy }: { energy: string }) {
  const t = useOverviewTexts();
  return (
    <Panel>
      <EmptyState why={t('noMeter', { energy })} next={t('noMeterNext')} height={320}>
        <Link to="/SDNEquipment/SDNParameter">{t('noMeterLink')}</Link>
      </EmptyState>
    </Panel>
  );
}
