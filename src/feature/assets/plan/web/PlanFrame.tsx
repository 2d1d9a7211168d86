import { Select } from 'antd';
import type { ReactNode } from 'react';
import { storageStation } from '#resource/archive/storageStation.ts';
import { NoneYet } from '#web/resource/NoneYet.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { FilterBar, FilterField } from '#web/ui/FilterBar.tsx';
import { LoadingState } from '#web/ui/LoadingState.tsx';
import { NoConsumer } from '#web/ui/NoConsumer.tsx';
import type { StationWire } from '../contract.ts';
import kit from '#web/ui/kit.module.css';
import { usePlanTexts, useStations } from './usePlan.ts';

export interface PlanFrameProps {
  /** What stands beside the choice of stations. */
  readonly filters?: (station: StationWire) => ReactNode;
  readonly actions?: (station: StationWire) => ReactNode;
  readonly summary?: string;
  readonly children: (station: StationWire) => ReactNode;
}

/** What every page of plans has around it: the station in view, and what is said where there is none. */
export function PlanFrame({ filters, actions, summary, children }: PlanFrameProps) {
  const t = usePlanTexts();
  const { consumer, answer, list, station, choose } = useStations();
  if (!consumer) return <NoConsumer />;
  if (answer.isError) return <ErrorState what={answer.error.message} onRetry={() => void answer.refetch()} />;
  if (!answer.data) return <LoadingState />;
  if (!station) return <NoneYet why={t('noStation')} enter={[storageStation]} />;
  return (
    <div className={kit.stack}>
      <FilterBar
        actions={actions?.(station)}
        summary={[station.stationName, summary].filter(Boolean).join(' · ')}
      >
        <FilterField label={t('station')}>
          <Select
            value={station.stationId}
            aria-label={t('station')}
            style={{ minWidth: 200 }}
            options={list.map(({ stationId, stationName, energyKwh, powerKw }) => ({
              value: stationId,
              label: `${stationName} ${energyKwh} kWh / ${powerKw} kW`,
            }))}
            onChange={choose}
          />
        </FilterField>
        {filters?.(station)}
      </FilterBar>
      {children(station)}
    </div>
  );
}
