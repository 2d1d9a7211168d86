import { CamerasOf } from '#feature/watch/camera/web/public.ts';
import type { ObjectHead } from '../contract.ts';

/** The cameras of the site that an object lies at; of an enterprise all. */
export default function CamerasTab({ head }: { readonly head: ObjectHead }) {
  return <CamerasOf consumerId={head.consumerId} siteId={head.siteId} />;
}
