import { useQuery } from '@tanstack/react-query';
import { queryClient } from '#web/api/queryClient.ts';
import { useAddress } from '#web/address.ts';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { LoadingState } from '#web/ui/LoadingState.tsx';
import { importQuery, metersQuery } from '../calls.ts';
import { readPlace } from '../place.ts';
import { ImportFlow } from './ImportFlow.tsx';
import { StepBar } from './StepBar.tsx';
import { UploadStep } from './UploadStep.tsx';
import kit from '#web/ui/kit.module.css';

/** The import of a file: upload, mapping, dry run, write, receipt. The address names the file, so a reload goes on. */
export function ImportWizard({ consumerId, onLeave }: { consumerId: number; onLeave: () => void }) {
  const [{ file, aim }, change] = useAddress(readPlace);
  const meters = useQuery(metersQuery(consumerId));
  const data = useQuery({ ...importQuery(file ?? 0), enabled: file !== null });
  const failed = [meters, data].find((query) => query.isError);
  const another = (): void => change({ file: undefined, dryRun: undefined }, { push: true });
  if (failed) {
    return (
      <ErrorState what={failed.error?.message ?? ''} onRetry={() => void failed.refetch()} height={320} />
    );
  }
  if (file === null) {
    return (
      <div className={kit.stack}>
        <StepBar at="upload" />
        <UploadStep
          aim={aim}
          consumerId={consumerId}
          meters={meters.data ?? null}
          onLeave={onLeave}
          onUploaded={async (id) => {
            await queryClient.prefetchQuery(importQuery(id));
            change({ file: id, dryRun: undefined }, { push: true });
          }}
        />
      </div>
    );
  }
  if (!data.data || !meters.data) {
    return (
      <div className={kit.stack}>
        <StepBar at="mapping" />
        <LoadingState height={480} />
      </div>
    );
  }
  return (
    <ImportFlow
      key={file}
      data={data.data}
      meters={meters.data}
      aim={aim}
      onLeave={onLeave}
      onAnother={another}
    />
  );
}
