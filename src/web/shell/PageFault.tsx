import type { ErrorComponentProps } from '@tanstack/react-router';
import { ApiError } from '#web/api.ts';
import { useTexts } from '#web/text/useTexts.ts';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { Panel } from '#web/ui/Panel.tsx';

/** In place of a screen that threw; the rest of the shell stays usable. */
export function PageFault({ error, reset }: ErrorComponentProps) {
  const t = useTexts<typeof import('./texts.ts').texts>('shell');
  return (
    <Panel>
      <ErrorState
        what={error instanceof ApiError ? error.message : t('pageFault')}
        onRetry={reset}
        height={320}
      />
    </Panel>
  );
}
