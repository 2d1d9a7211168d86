import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { addDays } from '#domain/time/date.ts';
import { dateAt } from '#domain/time/text.ts';
import { useAddress } from '#web/address.ts';
import { ChartPanel } from '#web/chart/ChartPanel.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { answerOf, ListTable } from '#web/ui/ListTable.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import type { PlanCurveRow, StationWire } from '../contract.ts';
import { plansQuery } from './calls.ts';
import { compareChart } from './charts.ts';
import { usePlanColumns } from './planColumns.tsx';
import { PlanFilters } from './PlanFilters.tsx';
import { PlanFrame } from './PlanFrame.tsx';
import { readPlans } from './plansAddress.ts';
import { useTicked } from './tickColumn.tsx';
import { usePlanTexts } from './usePlan.ts';

const DAYS_BACK = 31;
const DAYS_AHEAD = 7;
const MOST_CURVES = 6;

/** Every version of the plans of some days, and their curves over each other. */
export default function QueryPage() {
  const [address] = useAddress(readPlans);
  const [now] = useState(() => Date.now());
  const spanOf = ({ timeZone }: StationWire) => {
    const today = dateAt(timeZone, now);
    return { from: address.from ?? addDays(today, -DAYS_BACK), to: address.to ?? addDays(today, DAYS_AHEAD) };
  };
  return (
    <PlanFrame filters={(station) => <PlanFilters {...spanOf(station)} />}>
      {(station) => <Versions key={station.stationId} station={station} {...spanOf(station)} />}
    </PlanFrame>
  );
}

function Versions({
  station,
  from,
  to,
}: {
  readonly station: StationWire;
  readonly from: string;
  readonly to: string;
}) {
  const t = usePlanTexts();
  const [{ state, page, size }, change] = useAddress(readPlans);
  const [chosen, setChosen] = useState<readonly PlanCurveRow[] | null>(null);
  const { stationId, timeZone } = station;
  const answer = useQuery(
    plansQuery({ stationId, fromDt: from, toDt: to, states: state, pageNo: page, pageSize: size }),
  );
  const rows = answer.data?.list;
  const shown = chosen ?? rows?.slice(0, 2) ?? [];
  const isOn = (row: PlanCurveRow): boolean => shown.some(({ id }) => id === row.id);
  const columns = useTicked(usePlanColumns(timeZone), {
    isOn,
    isFree: (row) => isOn(row) || shown.length < MOST_CURVES,
    onChange: (row, on) => setChosen(on ? [...shown, row] : shown.filter(({ id }) => id !== row.id)),
  });
  return (
    <>
      <ChartPanel
        title={t('compare')}
        model={rows ? compareChart(shown, t('compare'), timeZone) : null}
        height={260}
        {...(rows && shown.length === 0
          ? { instead: <EmptyState why={t('compareNone')} height={260} /> }
          : {})}
      />
      <Panel flush>
        <ListTable
          {...answerOf(answer)}
          label={t('version')}
          columns={columns}
          rows={rows}
          keyOf={({ id }) => id}
          total={answer.data?.pagination.total ?? null}
          page={{ current: page, size }}
          onPage={(current, next) => change({ page: current, size: next })}
          empty={<EmptyState why={t('noPlans')} next={t('noPlansNext')} />}
        />
      </Panel>
    </>
  );
}
