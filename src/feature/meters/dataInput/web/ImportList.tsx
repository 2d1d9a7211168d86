import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useAddress } from '#web/address.ts';
import { useAsked } from '#web/asked.ts';
import { useMay } from '#web/session/session.ts';
import { HOME_ZONE } from '#domain/time/homeZone.ts';
import { Panel } from '#web/ui/Panel.tsx';
import { MANY_ENTERPRISES } from '../contract.ts';
import { type ImportRecord, metersQuery } from './calls.ts';
import { EntryDialog } from './EntryDialog.tsx';
import { ImportFilter } from './ImportFilter.tsx';
import { readFilter } from './importFilter.ts';
import kit from '#web/ui/kit.module.css';
import { ImportTable } from './ImportTable.tsx';
import { ListButtons, type ListDialog } from './ListButtons.tsx';
import { RememberedDialog } from './remembered/RememberedDialog.tsx';
import { StatisticsDialog } from './StatisticsDialog.tsx';
import { useDataInputTexts } from './useDataInputTexts.ts';
import { ValueDrawer } from './ValueDrawer.tsx';

const ASKED = ['entry'] as const;

/** Imports and entries of an enterprise, newest first. */
export function ImportList({ consumerId, onImport }: { consumerId: number; onImport: () => void }) {
  const t = useDataInputTexts();
  const [filter, change] = useAddress(readFilter);
  const [open, setOpen] = useState<ImportRecord | null>(null);
  const [opened, setDialog] = useState<ListDialog | null>(null);
  const [wanted, done] = useAsked(ASKED);
  // A single value and the statistics are of one enterprise.
  const one = consumerId !== MANY_ENTERPRISES;
  const may = {
    add: useMay('dataInput.add') && one,
    import: useMay('dataInput.import'),
    del: useMay('dataInput.del'),
    statistics: useMay('dataInput.statistics') && one,
  };
  const dialog = opened ?? (may.add ? wanted : null);
  const close = (): void => {
    setDialog(null);
    done();
  };
  const meters = useQuery(metersQuery(consumerId)).data ?? [];
  const zone = meters[0]?.zone ?? HOME_ZONE;
  return (
    <div className={kit.stack}>
      <ImportFilter
        filter={filter}
        change={change}
        zone={zone}
        actions={<ListButtons consumerId={consumerId} may={may} onImport={onImport} onOpen={setDialog} />}
      />
      <Panel title={t('records')} flush>
        <ImportTable
          consumerId={consumerId}
          filter={filter}
          change={change}
          mayUndo={may.del}
          onOpen={setOpen}
          onImport={may.import ? onImport : undefined}
        />
      </Panel>
      {open && <ValueDrawer record={open} zone={open.timeZone} onClose={() => setOpen(null)} />}
      {dialog === 'entry' && <EntryDialog consumerId={consumerId} meters={meters} onClose={close} />}
      {dialog === 'remembered' && (
        <RememberedDialog
          consumerId={consumerId}
          zone={zone}
          mayForget={may.import}
          onClose={() => setDialog(null)}
        />
      )}
      {dialog === 'statistics' && (
        <StatisticsDialog consumerId={consumerId} onClose={() => setDialog(null)} />
      )}
    </div>
  );
}
