import { useCallback } from 'react';
import type { ResourcePlace } from '#contract/define.ts';
import { funCodeOf, type Action } from '#contract/permission.ts';
import { useSession } from '#web/session/session.ts';

/** Whether the person may do an action with a resource. */
export type May = (action: Action) => boolean;

/** The person's rights on a resource. */
export function usePermissions(resource: ResourcePlace): May {
  const { funCodes } = useSession();
  return useCallback((action) => funCodes.includes(funCodeOf(resource, action)), [funCodes, resource]);
}
