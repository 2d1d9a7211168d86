import { useMay } from '#web/session/session.ts';
import type { PageTabKey } from '#contract/objectPage.ts';
import styles from './Head.module.css';
import {
  ChargePage,
  ContactPage,
  DemandPage,
  LifePage,
  QualityPage,
  RatePage,
  RepairPage,
  UseTab,
} from './screens.tsx';

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
      return <LifePage />;
    case 'communication':
      return (
        <div className={styles.glance}>
          {mayContact && <ContactPage />}
          {mayRate && <RatePage />}
        </div>
      );
    case 'repair':
      return <RepairPage />;
    default:
      return null;
  }
}
