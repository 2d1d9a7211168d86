import { definePlace } from '#web/place.tsx';
import type { SiteDiagram } from '../contract.ts';

export interface SitePictureProps {
  /** Those that can be shown: flat and published, one at least. */
  readonly diagrams: readonly SiteDiagram[];
}

/** Where the page of a site shows how it stands as a picture. */
export const SitePicturePlace = definePlace<SitePictureProps>();
