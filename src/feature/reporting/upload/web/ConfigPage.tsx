import { useState } from 'react';
import { useAddress } from '#web/address.ts';
import { Button } from '#web/ui/Button.tsx';
import { DryDialog } from './DryDialog.tsx';
import { Frame } from './Frame.tsx';
import { ItemFilters, readItems } from './ItemFilters.tsx';
import { ItemTable } from './ItemTable.tsx';
import { useReportTexts } from './useArea.ts';

/** The collection items as they are reported: meters behind them, value, coefficient, what was sent last. */
export default function ConfigPage() {
  const t = useReportTexts();
  return (
    <Frame filters={<ItemFilters />} actions={(head) => <Dry platformId={head.id} />}>
      {(head) => <ItemTable platformId={head.id} title={t('items')} />}
    </Frame>
  );
}

function Dry({ platformId }: { readonly platformId: number }) {
  const t = useReportTexts();
  const [{ statType, date }] = useAddress(readItems);
  const [shown, show] = useState(false);
  return (
    <>
      <Button onClick={() => show(true)}>{t('dryRun')}</Button>
      {shown && <DryDialog params={{ platformId, statType, date }} onClose={() => show(false)} />}
    </>
  );
}
