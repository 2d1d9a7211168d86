import { useAddress } from '#web/address.ts';
import { GoLink } from '#web/ui/GoLink.tsx';
import { CheckPanel } from './CheckPanel.tsx';
import { Frame } from './Frame.tsx';
import { ItemFilters, readItems } from './ItemFilters.tsx';
import { ItemTable } from './ItemTable.tsx';
import kit from '#web/ui/kit.module.css';
import { useReportTexts } from './useArea.ts';

/** The report of the check before reporting: every rule, and every item with the rules that it fails. */
export default function CheckPage() {
  const t = useReportTexts();
  const [{ statType, date }] = useAddress(readItems);
  return (
    <Frame
      filters={<ItemFilters />}
      actions={() => <GoLink goal={{ to: '/Archive/reviewData' }}>{t('review')}</GoLink>}
    >
      {(head) => (
        <div className={kit.stack}>
          <CheckPanel platformId={head.id} statType={statType} date={date} />
          <ItemTable platformId={head.id} title={t('items')} />
        </div>
      )}
    </Frame>
  );
}
