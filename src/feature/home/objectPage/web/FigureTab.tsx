import { DemandPage } from '#feature/energy/demandAnalysis/web/public.ts';
import { QualityPage } from '#feature/energy/powerQuality/web/public.ts';
import { MeterPage, RatePage } from '#feature/meters/communication/web/public.ts';
import { MeterRepairPage } from '#feature/meters/correction/web/public.ts';
import { MeterLifePage } from '#feature/meters/ledger/web/public.ts';
import { ChargePage } from '#feature/money/charge/web/public.ts';
import { useMay } from '#web/session/session.ts';
import type { PageTabKey } from '#contract/objectPage.ts';
import kit from '#web/ui/kit.module.css';
import { UseTab } from './screens.tsx';

/** The tab of figures or of a device; null for those that tell of records. */
export function FigureTab({ tab, ofMeter }: { readonly tab: PageTabKey; readonly ofMeter: boolean }) {
  const mayContact = useMay('SDNCommunication.SDNMeterCommunication');
  const mayRate = useMay('SDNCommunication.SDNCollectionRateStatistics');
  switch (tab) {
    case 'use':
      return <UseTab ofMeter={ofMeter} />;
    case 'cost':
      return <ChargePage />;
    case 'demand':
      return <DemandPage />;
    case 'quality':
      return <QualityPage />;
    case 'life':
      return <MeterLifePage />;
    case 'communication':
      return (
        <div className={kit.stack}>
          {mayContact && <MeterPage />}
          {mayRate && <RatePage />}
        </div>
      );
    case 'repair':
      return <MeterRepairPage />;
    default:
      return null;
  }
}
