import { lazy, Suspense, useState } from 'react';
import { ENERGY } from '#contract/energyType.ts';
import { HOME_ZONE } from '#domain/time/homeZone.ts';
import { dateAt } from '#domain/time/text.ts';
import { ObjectSelect } from '#feature/energy/analysis/web/ObjectSelect.tsx';
import { useSavedViews } from '#feature/house/savedView/web/useSavedViews.ts';
import { ViewMenu } from '#feature/house/savedView/web/ViewMenu.tsx';
import { writeOpen, type OpenBucket } from '#feature/home/overview/web/address.ts';
import { useAddress } from '#web/address.ts';
import { useHeldAddress } from '#web/heldAddress.ts';
import { meterGoal } from '#web/pageGoal.ts';
import { useConsumer } from '#web/session/consumer.ts';
import { useTexts } from '#web/text/useTexts.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { FilterBar } from '#web/ui/FilterBar.tsx';
import { LoadingState } from '#web/ui/LoadingState.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import { PeriodPicker } from '#web/ui/PeriodPicker.tsx';
import { WithProvenance } from '#web/ui/ProvenanceDrawer.tsx';
import { Segmented } from '#web/ui/Segmented.tsx';
import { useGo } from '#web/ui/useGo.ts';
import { type Mode, MODES, readChargeAddress } from './address.ts';
import styles from './Charge.module.css';
import { CustomView } from './CustomView.tsx';
import { PeriodView } from './PeriodView.tsx';

const OriginPanel = lazy(() => import('#feature/home/overview/web/OriginPanel.tsx'));

const LENGTH = { day: 10, month: 7, year: 4 } as const;

/** A day in a period: that of `date` where it lies in it, else the first. */
const dayOf = (period: string): string => `${period}${'-01-01'.slice(period.length - 4)}`;

/** What energy costs, by day, month, year, or as lines over any range. */
export default function ChargePage() {
  const t = useTexts<typeof import('./texts.ts').texts>('charge');
  const { consumer } = useConsumer();
  const go = useGo();
  const held = useHeldAddress() !== null;
  const views = useSavedViews('charge');
  const [address, change] = useAddress(readChargeAddress);
  const [page, setPage] = useState(1);
  const [today] = useState(() => dateAt(HOME_ZONE, Date.now()));
  if (!consumer)
    return (
      <Panel>
        <EmptyState why={t('noConsumer')} height={320} />
      </Panel>
    );
  const { meter, what } = address;
  // Free lines are about any meters: no view of one thing.
  const modes = held ? MODES.filter((one) => one !== 'custom') : MODES;
  const mode = modes.find((one) => one === address.mode) ?? 'day';
  const date = address.date ?? today;
  const summary = mode === 'custom' ? t(mode) : `${t(mode)} · ${date.slice(0, LENGTH[mode])}`;
  const who = {
    orgId: meter === null ? (address.org ?? consumer.orgId) : null,
    dataAmmeterId: meter,
    dataType: meter === null ? ENERGY.electricity : null,
  };
  const open = (bucket: OpenBucket | null): void => {
    setPage(1);
    change({ open: bucket ? writeOpen(bucket) : undefined }, { push: bucket !== null });
  };
  return (
    <WithProvenance
      provenance={
        address.open && (
          <Suspense>
            <OriginPanel
              question={{ ...who, date: null }}
              bucket={address.open}
              page={page}
              onOpen={open}
              onPage={setPage}
              onMeter={(id) => go(meterGoal(id, { tab: 'cost' }))}
              onClose={() => open(null)}
            />
          </Suspense>
        )
      }
    >
      <div className={styles['page']}>
        <FilterBar actions={<ViewMenu views={views} />} summary={summary}>
          <Segmented<Mode>
            label={t('mode')}
            options={modes.map((value) => ({ value, text: t(value) }))}
            value={mode}
            onChange={(value) => change({ mode: value, open: undefined }, { push: true })}
          />
          {mode !== 'custom' && (
            <>
              <ObjectSelect
                consumerId={consumer.orgId}
                value={meter === null ? `o${address.org ?? consumer.orgId}` : `m${meter}`}
                onChange={(key) =>
                  change(
                    key.startsWith('m')
                      ? { meter: Number(key.slice(1)), org: undefined, open: undefined }
                      : { org: Number(key.slice(1)), meter: undefined, open: undefined },
                    { push: true },
                  )
                }
              />
              <PeriodPicker
                kind={mode}
                value={date.slice(0, LENGTH[mode])}
                max={today.slice(0, LENGTH[mode])}
                onChange={(period) =>
                  change(
                    { date: today.startsWith(period) ? undefined : dayOf(period), open: undefined },
                    { push: true },
                  )
                }
              />
              <Segmented
                label={t('what')}
                options={[
                  { value: 'CZ', text: t('cost') },
                  { value: 'PP', text: t('energy') },
                ]}
                value={what}
                onChange={(value) => change({ what: value })}
              />
            </>
          )}
        </FilterBar>
        {views.opening ? (
          <LoadingState height={480} />
        ) : mode === 'custom' ? (
          <CustomView
            consumerId={consumer.orgId}
            today={today}
            lines={address.lines}
            onChange={(lines) => change({ lines })}
          />
        ) : (
          <PeriodView
            who={who}
            mode={mode}
            date={date}
            what={what}
            onOpen={(opens) => open({ ...opens, meter: null })}
          />
        )}
      </div>
    </WithProvenance>
  );
}
