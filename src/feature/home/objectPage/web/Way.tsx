import type { ReactNode } from 'react';
import { useMay } from '#web/session/session.ts';
import { GoLink, type Goal } from '#web/ui/GoLink.tsx';

/** A way to a screen, for whoever may open it. */
export function Way({
  code,
  goal,
  children,
}: {
  readonly code: string;
  readonly goal: Goal;
  readonly children: ReactNode;
}) {
  return useMay(code) ? <GoLink goal={goal}>{children}</GoLink> : null;
}
