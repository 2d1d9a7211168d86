import { dateAt } from '#domain/time/text.ts';
import type { OfMeterProps } from '#feature/meters/ledger/web/public.ts';
import { meterGoal } from '#web/pageGoal.ts';
import { writeOpen } from '#web/provenance/openBucket.ts';
import { GoLink } from '#web/ui/GoLink.tsx';
import { DemandPanel } from './DemandPanel.tsx';

/** The maximum demand of a meter by settlement month; a figure leads to the page of the meter, open at its window. */
export default function DemandOfMeter({ meterId, zone }: OfMeterProps) {
  return (
    <DemandPanel
      dataAmmeterId={meterId}
      opens={({ to }, label, text) => (
        <GoLink
          goal={meterGoal(meterId, {
            date: dateAt(zone, to - 1),
            open: writeOpen({ level: 1, at: to - 1, meter: null }),
          })}
          aria-label={label}
        >
          {text}
        </GoLink>
      )}
    />
  );
}
