import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { addDays } from '#domain/time/date.ts';
import { dateAt } from '#domain/time/text.ts';
import { type RawAddress, useAddress } from '#web/address.ts';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { LoadingState } from '#web/ui/LoadingState.tsx';
import type { StationWire } from '../contract.ts';
import { dayQuery } from './calls.ts';
import { DayEditor } from './DayEditor.tsx';
import { DayField } from './DayField.tsx';
import { PlanFrame } from './PlanFrame.tsx';
import { dateIn } from './usePlan.ts';

const readDay = (raw: RawAddress) => ({ date: dateIn(raw['date']) });

/** The plan of a day of a station: made from a strategy, drawn, judged, submitted, issued. */
export default function SettingPage() {
  const [{ date }, change] = useAddress(readDay);
  const [now] = useState(() => Date.now());
  const dayOf = ({ timeZone }: StationWire): string => date ?? addDays(dateAt(timeZone, now), 1);
  return (
    <PlanFrame
      {...(date === null ? {} : { summary: date })}
      filters={(station) => <DayField day={dayOf(station)} onChange={(day) => change({ date: day })} />}
    >
      {(station) => (
        <Day key={`${station.stationId} ${dayOf(station)}`} station={station} date={dayOf(station)} />
      )}
    </PlanFrame>
  );
}

function Day({ station, date }: { readonly station: StationWire; readonly date: string }) {
  const answer = useQuery(dayQuery(station.stationId, date));
  if (answer.isError && !answer.data)
    return <ErrorState what={answer.error.message} onRetry={() => void answer.refetch()} />;
  if (!answer.data) return <LoadingState />;
  return <DayEditor day={answer.data} />;
}
