import type { UseQueryResult } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense, useMemo, type ReactNode } from 'react';
import { energyTypeOf } from '#contract/energyType.ts';
import { useText } from '#web/text/useTexts.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { KeyFigures } from '#web/ui/KeyFigures.tsx';
import { LoadingState } from '#web/ui/LoadingState.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import type { CoverageRow } from '../contract.ts';
import type { OpenBucket, OverviewAddress } from './address.ts';
import { writeOpen } from './address.ts';
import { CoursePanels } from './CoursePanels.tsx';
import { blankFigures, figuresOf } from './figures.ts';
import { FlowPanel } from './FlowPanel.tsx';
import styles from './Overview.module.css';
import { NeverHeard } from './NeverHeard.tsx';
import { CoveragePanel, NoticePanel } from './StatePanels.tsx';
import { DeviceTop, HourTop } from './TopPanels.tsx';
import type { Overview } from './useOverview.ts';
import { useOverviewTexts } from './useOverviewTexts.ts';

export interface OverviewBodyProps {
  readonly consumerId: number;
  readonly address: OverviewAddress;
  readonly answers: Overview;
  readonly wide: boolean;
  /** The day shown, and today. */
  readonly date: string;
  readonly today: string;
  readonly onOpen: (bucket: OpenBucket) => void;
  readonly onView: (view: Partial<Pick<OverviewAddress, 'chart' | 'span'>>) => void;
  readonly onPart: (row: CoverageRow) => void;
}

const FirstSteps = lazy(() => import('./FirstSteps.tsx'));
// Below the fold: nobody waits for it before the first picture.
const DemandPanel = lazy(() => import('#feature/demand/web/DemandPanel.tsx'));

/** Key figures, courses, flow, rankings, oddities and coverage; every panel stands for itself. */
export function OverviewBody(props: OverviewBodyProps) {
  const { consumerId, address, answers, date, today, onOpen, onPart } = props;
  const t = useOverviewTexts();
  const text = useText();
  const { figures, state, devices, hours } = answers;
  const data = figures.data;
  const energy = text(energyTypeOf(data?.subject.dataType ?? address.type ?? '1').label);
  const shown = useMemo(() => (data ? figuresOf(data, energy, t, text) : null), [data, energy, t, text]);
  const openKey = shown?.find(
    (one) => one.opens && address.open && writeOpen(one.opens) === writeOpen(address.open),
  )?.key;

  if (data && data.subject.meters.length === 0) {
    const none = data.subject.dataTypes.length === 0 && data.subject.kind === 'consumer';
    return none ? <Begin consumerId={consumerId} /> : <NoMeter energy={energy} />;
  }
  const never = state.data?.freshness.dataTo === null && data?.subject.kind === 'consumer';
  const day = data?.day.from ?? 0;
  const unit = data?.subject.unit ?? '';
  return (
    <>
      {never && <Begin consumerId={consumerId} />}
      {figures.isError ? (
        <Panel>
          <ErrorState what={figures.error.message} onRetry={() => void figures.refetch()} height={66} />
        </Panel>
      ) : (
        <Stale query={figures}>
          <KeyFigures
            figures={
              shown?.map((one) => ({
                ...one,
                ...(one.opens ? { onOpen: () => onOpen(one.opens as OpenBucket) } : {}),
              })) ?? blankFigures(date, today, energy, t)
            }
            openKey={openKey ?? null}
            loading={!shown}
          />
        </Stale>
      )}
      {!never && state.data && <NeverHeard meters={state.data.neverHeard} />}
      <CoursePanels {...props} energy={energy} />
      <div className={styles.lower}>
        <FlowPanel answers={answers} energy={energy} day={day} onOpen={onOpen} />
        <Slot query={devices} title={t('devices', { energy })}>
          {(entries) => (
            <DeviceTop
              entries={entries}
              unit={unit}
              at={day}
              current={data?.current ?? false}
              energy={energy}
              onOpen={onOpen}
            />
          )}
        </Slot>
        <Slot query={hours} title={t('hoursTop')}>
          {(entries) => <HourTop entries={entries} unit={unit} onOpen={onOpen} />}
        </Slot>
        <div className={styles.side}>
          <Slot query={state} title={t('odd')}>
            {(known) => <NoticePanel state={known} at={day} onOpen={onOpen} />}
          </Slot>
          {state.data && (
            <Stale query={state}>
              <CoveragePanel rows={state.data.coverage} onOpen={onPart} />
            </Stale>
          )}
        </div>
      </div>
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

/** Dims what still belongs to the question before. */
export function Stale({
  query,
  children,
}: {
  query: Pick<UseQueryResult, 'isPlaceholderData'>;
  children: ReactNode;
}) {
  return (
    <div
      className={`${styles.slot} ${query.isPlaceholderData ? styles.stale : ''}`}
      aria-busy={query.isPlaceholderData}
    >
      {children}
    </div>
  );
}

/** A panel of its own answer: stands at its place while it loads, tells its own failure with a way to try again. */
function Slot<T>({
  query,
  title,
  children,
}: {
  query: UseQueryResult<T, Error>;
  title: string;
  children: (data: T) => ReactNode;
}) {
  return (
    <Stale query={query}>
      {query.isError ? (
        <Panel title={title}>
          <ErrorState what={query.error.message} onRetry={() => void query.refetch()} />
        </Panel>
      ) : query.data === undefined ? (
        <Panel title={title}>
          <LoadingState height="100%" />
        </Panel>
      ) : (
        children(query.data)
      )}
    </Stale>
  );
}
