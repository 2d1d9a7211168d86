import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { planAfter } from '#domain/storage/planCourse.ts';
import { addDays } from '#domain/time/date.ts';
import { dateAt } from '#domain/time/text.ts';
import { useAddress } from '#web/address.ts';
import { useMay } from '#web/session/session.ts';
import { Button } from '#web/ui/Button.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { answerOf, ListTable } from '#web/ui/ListTable.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import { PLAN_MAY, type PlanCurveRow, type StationWire } from '../contract.ts';
import { BatchDialog } from './BatchDialog.tsx';
import { plansQuery } from './calls.ts';
import { FilesDialog } from './FilesDialog.tsx';
import { PlanActions } from './PlanActions.tsx';
import { usePlanColumns } from './planColumns.tsx';
import kit from '#web/ui/kit.module.css';
import { PlanFilters } from './PlanFilters.tsx';
import { PlanFrame } from './PlanFrame.tsx';
import { readPlans } from './plansAddress.ts';
import { useTicked } from './tickColumn.tsx';
import { usePlanTexts } from './usePlan.ts';

/** Plans are shown from yesterday on, for so many days. */
const DAYS_AHEAD = 7;

/** The plans of the days to come: issued one by one, or several with a second person. */
export default function PublishPage() {
  const [address] = useAddress(readPlans);
  const [now] = useState(() => Date.now());
  const spanOf = ({ timeZone }: StationWire) => {
    const today = dateAt(timeZone, now);
    return { from: address.from ?? addDays(today, -1), to: address.to ?? addDays(today, DAYS_AHEAD) };
  };
  return (
    <PlanFrame
      filters={(station) => <PlanFilters {...spanOf(station)} />}
      actions={(station) => <Files station={station} {...spanOf(station)} />}
    >
      {(station) => <Plans key={station.stationId} station={station} {...spanOf(station)} />}
    </PlanFrame>
  );
}

interface SpanProps {
  readonly station: StationWire;
  readonly from: string;
  readonly to: string;
}

function Files({ station, from, to }: SpanProps) {
  const t = usePlanTexts();
  const may = useMay(PLAN_MAY.make);
  const [shown, show] = useState(false);
  if (!may) return null;
  return (
    <>
      <Button onClick={() => show(true)}>{t('files')}</Button>
      {shown && <FilesDialog station={station} fromDt={from} toDt={to} onClose={() => show(false)} />}
    </>
  );
}

function Plans({ station, from, to }: SpanProps) {
  const t = usePlanTexts();
  const [{ state, page, size }, change] = useAddress(readPlans);
  const mayIssue = useMay(PLAN_MAY.issue);
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  const [batch, setBatch] = useState(false);
  const { stationId, timeZone, wired } = station;
  const answer = useQuery(
    plansQuery({ stationId, fromDt: from, toDt: to, states: state, pageNo: page, pageSize: size }),
  );
  const rows = answer.data?.list;
  const isFree = ({ planState }: PlanCurveRow): boolean => planAfter(planState, 'issue') !== null;
  const ready = (rows ?? []).filter((row) => chosen.has(row.id) && isFree(row));
  const columns = useTicked(
    usePlanColumns(timeZone),
    mayIssue
      ? {
          isFree,
          isOn: ({ id }) => chosen.has(id),
          onChange: ({ id }, on) => setChosen(changedBy(chosen, id, on)),
        }
      : null,
  );
  return (
    <Panel flush>
      <ListTable
        {...answerOf(answer)}
        label={t('plan96')}
        columns={columns}
        rows={rows}
        keyOf={({ id }) => id}
        total={answer.data?.pagination.total ?? null}
        page={{ current: page, size }}
        onPage={(current, next) => change({ page: current, size: next })}
        actionsOf={(row) => (
          <span className={kit.row}>
            <PlanActions plan={row} wired={wired} quiet />
          </span>
        )}
        empty={<NoPlans />}
        foot={
          mayIssue && (
            <Button kind="primary" disabled={ready.length === 0} onClick={() => setBatch(true)}>
              {t('batch', { n: ready.length })}
            </Button>
          )
        }
      />
      {batch && <BatchDialog plans={ready} onClose={() => setBatch(false)} />}
    </Panel>
  );
}

function NoPlans() {
  const t = usePlanTexts();
  return (
    <EmptyState why={t('noPlans')} next={t('noPlansNext')}>
      <Link to="/SDNGuangchuchong/Chunengcelve/Setting">{t('toSetting')}</Link>
    </EmptyState>
  );
}

const changedBy = (ids: ReadonlySet<number>, id: number, on: boolean): ReadonlySet<number> =>
  new Set(on ? [...ids, id] : [...ids].filter((one) => one !== id));
