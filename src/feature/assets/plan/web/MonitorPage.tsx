import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatNumber, formatPercent } from '#domain/figure/number.ts';
import { daySlots } from '#domain/storage/slots.ts';
import { addDays } from '#domain/time/date.ts';
import { dateAt } from '#domain/time/text.ts';
import { type RawAddress, useAddress } from '#web/address.ts';
import { ChartPanel } from '#web/chart/ChartPanel.tsx';
import { saveFile } from '#web/api.ts';
import { Button } from '#web/ui/Button.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { KeyFigures } from '#web/ui/KeyFigures.tsx';
import type { MonitorWire, StationWire } from '../contract.ts';
import { monitorQuery, periodsQuery } from './calls.ts';
import { monitorChart, socChart } from './charts.ts';
import { DayField } from './DayField.tsx';
import { PlanFrame } from './PlanFrame.tsx';
import kit from '#web/ui/kit.module.css';
import { partsOf } from './parts.ts';
import { dateIn, usePlanTexts } from './usePlan.ts';

const readDay = (raw: RawAddress) => ({ date: dateIn(raw['date']) });

/** What was told to a station and what it did: powers, set point, state of charge, how faithfully it ran. */
export default function MonitorPage() {
  const [{ date }, change] = useAddress(readDay);
  const [now] = useState(() => Date.now());
  const dayOf = ({ timeZone }: StationWire): string => date ?? dateAt(timeZone, now);
  return (
    <PlanFrame
      filters={(station) => <DayField day={dayOf(station)} onChange={(day) => change({ date: day })} />}
      actions={(station) => <ReportButton station={station} date={dayOf(station)} />}
    >
      {(station) => <Monitor station={station} date={dayOf(station)} />}
    </PlanFrame>
  );
}

/** Days of an execution report that ends with the day in view. */
const REPORT_DAYS = 31;

/** The execution report of the month up to the day in view, as a file. */
function ReportButton({ station, date }: { readonly station: StationWire; readonly date: string }) {
  const t = usePlanTexts();
  const { stationId, stationMeterId: ammeterId } = station;
  const params = { ammeterId, stationId, fromDt: addDays(date, 1 - REPORT_DAYS), toDt: date };
  const save = (format: 'xlsx' | 'pdf') => () =>
    void saveFile('sdata/storageStrategy/exportExecution', { ...params, format });
  return (
    <>
      <Button title={t('reportNote')} onClick={save('xlsx')}>
        {t('report')}
      </Button>
      <Button title={t('reportNote')} onClick={save('pdf')}>
        {t('reportPdf')}
      </Button>
    </>
  );
}

function useFigures(told: MonitorWire | undefined) {
  const t = usePlanTexts();
  const kwh = (key: string, label: string, value: number | null | undefined) => ({
    key,
    label,
    value: formatNumber(value, 1),
    unit: 'kWh',
  });
  return [
    {
      key: 'rate',
      label: t('executionRate'),
      value: formatPercent(told?.executionRate, 1),
      full: t('executionNote'),
    },
    kwh('pd', t('plannedDischarge'), told?.plannedDischargeKwh),
    kwh('ad', t('actualDischarge'), told?.dischargedKwh),
    kwh('pc', t('plannedCharge'), told?.plannedChargeKwh),
    kwh('ac', t('actualCharge'), told?.chargedKwh),
    { key: 'missing', label: t('missing'), value: told ? String(told.missing) : '--' },
  ];
}

function Monitor({ station, date }: { readonly station: StationWire; readonly date: string }) {
  const t = usePlanTexts();
  const { stationId, stationMeterId: ammeterId } = station;
  const answer = useQuery(monitorQuery({ ammeterId, stationId, interval: '15', fromDt: date, toDt: date }));
  const { usual } = daySlots(station.timeZone, date);
  const parts = partsOf(useQuery(periodsQuery(station.siteId, date)).data, usual);
  const told = answer.data;
  const figures = useFigures(told);
  if (answer.isError && !told)
    return <ErrorState what={answer.error.message} onRetry={() => void answer.refetch()} />;
  const words = {
    name: t('monitorName'),
    sendCurve: t('sendCurve'),
    runCurve: t('runCurve'),
    setPoint: t('setPoint'),
    soc: t('socName'),
  };
  const known = (values: readonly (number | null)[] | undefined): boolean =>
    values?.some((value) => value !== null) === true;
  return (
    <>
      <KeyFigures compact figures={figures} loading={!told} />
      <ChartPanel
        model={told ? monitorChart(told, words, parts) : null}
        height={300}
        group="plan"
        foot={
          told && (
            <p className={kit.note}>
              {[
                known(told.sendCurve) ? null : t('nothingSent'),
                known(told.runCurve) ? null : t('nothingRun'),
                t('executionNote'),
              ]
                .filter(Boolean)
                .join(' · ')}
            </p>
          )
        }
      />
      <ChartPanel model={told ? socChart(told, words) : null} height={180} group="plan" />
    </>
  );
}
