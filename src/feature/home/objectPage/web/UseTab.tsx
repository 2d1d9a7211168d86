import type { ComponentType } from 'react';
import { LoadPage } from '#feature/energy/load/web/public.ts';
import { EnergyViews } from '#feature/energy/use/web/public.ts';
import { OverviewFrame, type OverviewBodyProps } from '#feature/home/overview/web/public.ts';
import { useAddress } from '#web/address.ts';
import { useSession } from '#web/session/session.ts';
import { Segmented } from '#web/ui/Segmented.tsx';
import { readPage, type UsePart } from './address.ts';
import { MeterGlance, ObjectGlance } from './Glance.tsx';
import kit from '#web/ui/kit.module.css';
import { useObjectPageTexts } from './useObjectPageTexts.ts';

/** The views of a use, each with the function that shows it elsewhere. */
const PARTS: readonly { readonly part: UsePart; readonly code: string }[] = [
  { part: 'glance', code: 'SDNMonitoring.Overview' },
  { part: 'course', code: 'SDNPowerAdmin.SDNPowerAnalysis' },
  { part: 'load', code: 'SDNPowerAdmin.SDNLoadAnalysis' },
];

/** How much something uses: at a glance with its months, its course, its load. */
export default function UseTab({ ofMeter }: { readonly ofMeter: boolean }) {
  const t = useObjectPageTexts();
  const { funCodes } = useSession();
  const [{ part: query }, change] = useAddress(readPage);
  const parts = PARTS.filter(({ code }) => funCodes.includes(code)).map(({ part }) => part);
  const shown = parts.includes(query) ? query : parts[0];
  const Body: ComponentType<OverviewBodyProps> = ofMeter ? MeterGlance : ObjectGlance;
  return (
    <div className={kit.stack}>
      {parts.length > 1 && (
        <div>
          <Segmented
            label={t('part')}
            value={shown ?? 'glance'}
            options={parts.map((value) => ({ value, text: t(value) }))}
            onChange={(part) =>
              change({ ...LEFT, part: part === 'glance' ? undefined : part } as object, { push: true })
            }
          />
        </div>
      )}
      {shown === 'glance' && <OverviewFrame Body={Body} />}
      {shown === 'course' && <EnergyViews />}
      {shown === 'load' && <LoadPage />}
    </div>
  );
}

/** They belong to the view that is left. */
const LEFT = {
  open: undefined,
  view: undefined,
  by: undefined,
  span: undefined,
  interval: undefined,
  items: undefined,
  code: undefined,
};
