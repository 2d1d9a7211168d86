import { useConsumer } from '#web/session/consumer.ts';
import { useAddress, type RawAddress } from '#web/address.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { ImportList } from './ImportList.tsx';
import { useDataInputTexts } from './useDataInputTexts.ts';
import { ImportWizard } from './wizard/ImportWizard.tsx';

const readView = (raw: RawAddress): { view: 'list' | 'import' } => ({
  view: raw['view'] === 'import' ? 'import' : 'list',
});

/** Data input: what was imported and entered, and the import of a file step by step. */
export default function DataInputPage() {
  const t = useDataInputTexts();
  const { consumer } = useConsumer();
  const [{ view }, change] = useAddress(readView);
  if (!consumer) return <EmptyState why={t('noConsumer')} height={300} />;
  if (view === 'import') {
    return (
      <ImportWizard
        key={consumer.orgId}
        consumerId={consumer.orgId}
        onLeave={() => change({ view: undefined }, { push: true })}
      />
    );
  }
  return (
    <ImportList consumerId={consumer.orgId} onImport={() => change({ view: 'import' }, { push: true })} />
  );
}
