import { lazy, type ReactNode, Suspense, useState } from 'react';
import { WithProvenance } from '#web/ui/ProvenanceDrawer.tsx';
import { writeOpen } from './openBucket.ts';
import type { Whose } from './question.ts';
import { useOpened } from './useOpened.ts';

// Nobody waits for it before the first picture.
const OriginPanel = lazy(() => import('./OriginPanel.tsx'));

export interface ExplainedPageProps {
  /** Whose figures they are; null while that is not known: nothing opens. */
  readonly whose: Whose | null;
  /** Leads to a meter that is one of several behind a figure. */
  readonly onMeter: (ammeterId: number) => void;
  readonly children: ReactNode;
}

/** The frame of a page whose figures can be opened (`useOpened`): beside its content, where the open one comes from. */
export function ExplainedPage({ whose, onMeter, children }: ExplainedPageProps) {
  const { opened, open } = useOpened();
  const bucket = opened && writeOpen(opened);
  const [at, turn] = useState<{ readonly bucket: string | null; readonly page: number }>();
  return (
    <WithProvenance
      provenance={
        opened &&
        whose && (
          <Suspense>
            <OriginPanel
              whose={whose}
              bucket={opened}
              page={at?.bucket === bucket ? at.page : 1}
              onOpen={open}
              onPage={(page) => turn({ bucket, page })}
              onMeter={onMeter}
              onClose={() => open(null)}
            />
          </Suspense>
        )
      }
    >
      {children}
    </WithProvenance>
  );
}
