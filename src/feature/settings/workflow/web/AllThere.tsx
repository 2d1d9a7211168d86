import { useQueries } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { ResourcePlace } from '#contract/define.ts';
import { allQuery } from '#web/resource/rows.ts';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { LoadingState } from '#web/ui/LoadingState.tsx';

interface AllThereProps {
  readonly of: readonly ResourcePlace[];
  readonly children: ReactNode;
}

/** What is made of all rows of some resources, once they are there: of a part of them it would say something else. */
export function AllThere({ of, children }: AllThereProps) {
  const answers = useQueries({ queries: of.map((resource) => allQuery(resource, [])) });
  const lacking = answers.filter((one) => one.data === undefined);
  const failed = lacking.find((one) => one.error);
  const retry = (): void => {
    for (const one of lacking) void one.refetch();
  };
  if (failed?.error) return <ErrorState what={failed.error.message} onRetry={retry} height={300} />;
  return lacking.length > 0 ? <LoadingState height={300} /> : children;
}
