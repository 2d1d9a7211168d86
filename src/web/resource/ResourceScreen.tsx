import { useLocation } from '@tanstack/react-router';
import { Suspense, use } from 'react';
import type { Resource } from '#contract/define.ts';
import { resources } from '#resource/index.ts';
import { plainPath } from '#web/shell/menu.ts';
import { NotFoundPage } from '#web/shell/NotFoundPage.tsx';
import { useText } from '#web/text/useTexts.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { LoadingState } from '#web/ui/LoadingState.tsx';
import { usePageHead } from '#web/ui/pageHead.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import { ResourcePage } from './ResourcePage.tsx';
import { slotsOf } from './slots.ts';
import { usePermissions } from './usePermissions.ts';
import { useResourceTexts } from './useResourceTexts.ts';

/** The resource whose list stands at a path. */
export const resourceAt = (path: string): Resource | undefined =>
  resources.find((resource) => plainPath(resource.screen) === plainPath(path));

function NoPermission({ resource }: { readonly resource: Resource }) {
  const t = useResourceTexts();
  const title = useText()(resource.label);
  usePageHead({ title });
  return (
    <Panel>
      <EmptyState why={t('noPermission')} next={t('noPermissionNext')} height={320} />
    </Panel>
  );
}

function WithSlots({ resource }: { readonly resource: Resource }) {
  const may = usePermissions(resource);
  if (!may('view')) return <NoPermission resource={resource} />;
  return <ResourcePage resource={resource} slots={use(slotsOf(resource.name))} />;
}

/** The list page of a resource at another address than its own. */
export function ResourceAlias({ resource }: { readonly resource: Resource }) {
  return (
    <Suspense fallback={<LoadingState />}>
      <WithSlots key={resource.name} resource={resource} />
    </Suspense>
  );
}

/** The screen of whichever resource stands at the address; the not-found page where none does. */
export default function ResourceScreen() {
  const resource = resourceAt(useLocation().pathname);
  if (!resource) return <NotFoundPage />;
  return <ResourceAlias resource={resource} />;
}
