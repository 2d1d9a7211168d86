import { useConsumer } from '#web/session/consumer.ts';
import { useAddress } from '#web/address.ts';
import { NoConsumer } from '#web/ui/NoConsumer.tsx';
import { ImportList } from './ImportList.tsx';
import { readPlace } from './place.ts';
import { ImportWizard } from './wizard/ImportWizard.tsx';

/** Data input: what was imported and entered, and the import of a file step by step. */
export default function DataInputPage() {
  const { consumer } = useConsumer();
  const [{ view }, change] = useAddress(readPlace);
  if (!consumer) return <NoConsumer />;
  if (view === 'import') {
    return (
      <ImportWizard
        key={consumer.orgId}
        consumerId={consumer.orgId}
        onLeave={() =>
          change(
            {
              view: undefined,
              file: undefined,
              dryRun: undefined,
              ammeterId: undefined,
              from: undefined,
              to: undefined,
            } as never,
            { push: true },
          )
        }
      />
    );
  }
  return (
    <ImportList consumerId={consumer.orgId} onImport={() => change({ view: 'import' }, { push: true })} />
  );
}
