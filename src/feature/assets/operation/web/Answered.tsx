import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Resource } from '#contract/define.ts';
import { NoneYet } from '#web/resource/NoneYet.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { LoadingState } from '#web/ui/LoadingState.tsx';
import { Panel } from '#web/ui/Panel.tsx';

export interface AnsweredProps<A> {
  readonly query: UseQueryResult<A>;
  /** What is said in place of an answer that has nothing to show, and where it is entered. */
  readonly empty: (answer: A) => { readonly why: string; readonly enter: Resource } | null;
  readonly children: (answer: A) => ReactNode;
}

/** What a question about assets shows while it waits, where it failed, where there is nothing, and else. */
export function Answered<A>({ query: { data, error, refetch }, empty, children }: AnsweredProps<A>) {
  if (error && !data)
    return (
      <Panel>
        <ErrorState what={error.message} onRetry={() => void refetch()} height={320} />
      </Panel>
    );
  if (!data) return <LoadingState height={480} />;
  const nothing = empty(data);
  if (nothing) return <NoneYet why={nothing.why} enter={[nothing.enter]} />;
  return children(data);
}
