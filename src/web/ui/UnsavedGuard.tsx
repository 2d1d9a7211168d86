import { useBlocker } from '@tanstack/react-router';
import { confirm, type ConfirmQuestion } from './Confirm.tsx';

/** An address, as a guard sees it. */
export interface GuardedAddress {
  readonly pathname: string;
  readonly search: unknown;
}

export interface UnsavedGuardProps {
  readonly unsaved: boolean;
  /** What is asked before it is left. */
  readonly question: Pick<ConfirmQuestion, 'title' | 'text' | 'okText'>;
  /** Whether what is unsaved is still in view at the next address; never, where nothing is said. */
  readonly stays?: (next: GuardedAddress, current: GuardedAddress) => boolean;
}

/** Asks before something unsaved is left, by whatever leads away; the browser asks before it is closed. */
export function UnsavedGuard({ unsaved, question, stays }: UnsavedGuardProps) {
  useBlocker({
    disabled: !unsaved,
    enableBeforeUnload: unsaved,
    shouldBlockFn: async ({ current, next }) =>
      !stays?.(next, current) && !(await confirm({ ...question, danger: true })),
  });
  return null;
}
