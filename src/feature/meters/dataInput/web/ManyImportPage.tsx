import { useAddress } from '#web/address.ts';
import { MANY_ENTERPRISES } from '../contract.ts';
import { ImportList } from './ImportList.tsx';
import { readPlace } from './place.ts';
import { ImportWizard } from './wizard/ImportWizard.tsx';

/** The operator's import: files whose rows or columns name meters of many enterprises. */
export default function ManyImportPage() {
  const [{ view }, change] = useAddress(readPlace);
  if (view === 'import')
    return (
      <ImportWizard
        consumerId={MANY_ENTERPRISES}
        onLeave={() => change({ view: undefined, file: undefined, dryRun: undefined }, { push: true })}
      />
    );
  return (
    <ImportList consumerId={MANY_ENTERPRISES} onImport={() => change({ view: 'import' }, { push: true })} />
  );
}
