import type { PageKind } from '#contract/objectPage.ts';
import { ControlView } from '#feature/watch/control/web/public.ts';

/** The outputs of a site or a monitored object, and the dialog that operates one. */
export default function ControlTab({ kind, id }: { readonly kind: PageKind; readonly id: number }) {
  return <ControlView params={kind === 'site' ? { siteId: id } : { objectId: id }} />;
}
