import { type ComponentType, lazy, type LazyExoticComponent } from 'react';
import type { BlockName } from '#contract/home.ts';
import type { BlockProps } from './useBlock.ts';

/** The pieces of homes as they are drawn; the overview is a page of its own. */
export const BLOCK_VIEWS: Readonly<
  Record<Exclude<BlockName, 'overview'>, LazyExoticComponent<ComponentType<BlockProps>>>
> = {
  lasting: lazy(() => import('./block/LastingBlock.tsx')),
  alarms: lazy(() => import('./block/AlarmBlock.tsx')),
  oneLine: lazy(() => import('./block/OneLineBlock.tsx')),
  attention: lazy(() => import('./block/AttentionBlock.tsx')),
  gateways: lazy(() => import('./block/GatewayBlock.tsx')),
  demand: lazy(() => import('./block/DemandBlock.tsx')),
  feeders: lazy(() => import('./block/FeederBlock.tsx')),
  bills: lazy(() => import('./block/BillBlock.tsx')),
  invoice: lazy(() => import('./block/InvoiceBlock.tsx')),
  due: lazy(() => import('./block/DueBlock.tsx')),
  accuracy: lazy(() => import('./block/AccuracyBlock.tsx')),
  files: lazy(() => import('./block/FileBlock.tsx')),
  uploads: lazy(() => import('./block/UploadBlock.tsx')),
  platform: lazy(() => import('./block/PlatformBlock.tsx')),
  unmapped: lazy(() => import('./block/UnmappedBlock.tsx')),
  failed: lazy(() => import('./block/FailedBlock.tsx')),
  coverage: lazy(() => import('./block/CoverageBlock.tsx')),
};
