import type { Space, SpaceBody } from '#contract/scene/space.ts';
import type { InkName } from '#domain/scene/ink.ts';
import type { Paint } from '#domain/scene/space/paint.ts';

/** What is drawn, and how. */
export interface StageContent {
  readonly space: Space;
  /** Those that are shown. */
  readonly bodies: readonly SpaceBody[];
  readonly paints: ReadonlyMap<string, Paint>;
  /** The colour of a body, as CSS says it. */
  readonly colorOf: (body: SpaceBody) => string;
  /** Whether a model is drawn in that colour; else it has its own. */
  readonly isTinted: (body: SpaceBody) => boolean;
  readonly ink: (name: InkName) => string;
  readonly chosen: ReadonlySet<string>;
  readonly diagramId: number;
  /** @param more whether it is added to what is chosen; null = nothing was met */
  readonly onPick: (id: string | null, more: boolean) => void;
}
