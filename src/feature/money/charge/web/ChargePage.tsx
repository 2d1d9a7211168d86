import { useState } from 'react';
import { ObjectSelect } from '#web/ui/ObjectSelect.tsx';
import { useSavedViews, ViewMenu } from '#feature/house/savedView/web/public.ts';
import { ENERGY } from '#contract/energyType.ts';
import { HOME_ZONE } from '#domain/time/homeZone.ts';
import { dateAt } from '#domain/time/text.ts';
import { useAddress } from '#web/address.ts';
import { useHeldAddress } from '#web/heldAddress.ts';
import { meterGoal } from '#web/pageGoal.ts';
import { useConsumer } from '#web/session/consumer.ts';
import { useTexts } from '#web/text/useTexts.ts';
import { FilterBar } from '#web/ui/FilterBar.tsx';
import { LoadingState } from '#web/ui/LoadingState.tsx';
import { NoConsumer } from '#web/ui/NoConsumer.tsx';
import { PeriodPicker } from '#web/ui/PeriodPicker.tsx';
import { ExplainedPage } from '#web/provenance/ExplainedPage.tsx';
import { CLOSED, useOpened } from '#web/provenance/useOpened.ts';
import { Segmented } from '#web/ui/Segmented.tsx';
import { useGo } from '#web/ui/useGo.ts';
import { type Mode, MODES, readChargeAddress } from './address.ts';
import kit from '#web/ui/kit.module.css';
import { CustomView } from './CustomView.tsx';
import { PeriodView } from './PeriodView.tsx';

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
  const { open } = useOpened();
  const [today] = useState(() => dateAt(HOME_ZONE, Date.now()));
  if (!consumer) return <NoConsumer />;
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
  return (
    <ExplainedPage whose={who} onMeter={(id) => go(meterGoal(id, { tab: 'cost' }))}>
      <div className={kit.stack}>
        <FilterBar actions={<ViewMenu views={views} />} summary={summary}>
          <Segmented<Mode>
            label={t('mode')}
            options={modes.map((value) => ({ value, text: t(value) }))}
            value={mode}
            onChange={(value) => change({ mode: value, ...CLOSED }, { push: true })}
          />
          {mode !== 'custom' && (
            <>
              <ObjectSelect
                consumerId={consumer.orgId}
                value={meter === null ? `o${address.org ?? consumer.orgId}` : `m${meter}`}
                onChange={(key) =>
                  change(
                    key.startsWith('m')
                      ? { meter: Number(key.slice(1)), org: undefined, ...CLOSED }
                      : { org: Number(key.slice(1)), meter: undefined, ...CLOSED },
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
                    { date: today.startsWith(period) ? undefined : dayOf(period), ...CLOSED },
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
          <PeriodView who={who} mode={mode} date={date} what={what} onOpen={open} />
        )}
      </div>
    </ExplainedPage>
  );
}
