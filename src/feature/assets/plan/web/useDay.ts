import { useState } from 'react';
import { ZERO_POINTS } from '#contract/plan.ts';
import { intervalsOf, takenUp, violationsOf } from '#domain/storage/plan.ts';
import { postJson } from '#web/api.ts';
import { notify } from '#web/ui/notice.ts';
import type { PlanCurveRow, PlanDay, ViolationWire } from '../contract.ts';
import { refreshPlans } from './calls.ts';
import { type Draft, draftOf, redo, step, undo } from './edit.ts';
import type { PlotEdit } from './PlanPlot.tsx';
import { usePlanTexts } from './usePlan.ts';

/** What is edited on the page and not saved. */
interface Edited {
  readonly draft: Draft;
  /** % */
  readonly socStart: number;
  readonly strategyId: number | null;
  /** The draft that it began from; null = a new version. */
  readonly seen: { readonly id: number; readonly edition: number } | null;
}

const OPEN = ['draft', 'submitted', 'approved', 'issued'];

/** What a new plan of a day begins with: what has been so far, then the strategy that fits. */
function firstPoints(day: PlanDay, from?: readonly number[]): number[] {
  const points = from ?? day.strategies.find(({ fits }) => fits)?.points ?? ZERO_POINTS;
  return takenUp(points, day.sent, day.begun);
}

/** What a curve breaks, as the server will say it. `socStart` in %. */
export const judgeDay = (day: PlanDay, points: readonly number[], socStart: number): ViolationWire[] =>
  intervalsOf(
    violationsOf(points, day.station, {
      socStart: socStart / 100,
      anchor: day.socAnchor,
      load: day.load,
      begun: day.begun,
      kept: day.sent.map((kw) => kw ?? 0),
    }),
  );

/** A day as it is looked at and edited. @param may the person may make plans @param isOver the day has passed */
export function useDay(day: PlanDay, may: boolean, isOver: boolean) {
  const [edited, setEdited] = useState<Edited | null>(null);
  const latest: PlanCurveRow | null = day.versions[0] ?? null;
  const draft = latest?.planState === 'draft' ? latest : null;
  const blocked = latest !== null && draft === null && OPEN.includes(latest.planState);
  const editable = may && !isOver && (draft !== null || latest === null || edited !== null) && !blocked;
  // Slots that began since it was drawn are what they are: what is shown is what will be saved.
  const soFar = (curve: readonly number[]): number[] => takenUp(curve, day.sent, day.begun);
  const points = (edited && soFar(edited.draft.points)) ?? latest?.points ?? firstPoints(day);
  const socStart = edited?.socStart ?? latest?.socStart ?? day.socStart;
  const base = (): Edited => ({
    draft: draftOf(soFar(points)),
    socStart,
    strategyId: null,
    seen: draft ? { id: draft.id, edition: draft.edition } : null,
  });
  const change = (next: (before: Edited) => Edited): void => setEdited(next(edited ?? base()));
  const stale =
    edited !== null &&
    (edited.seen?.id !== draft?.id || (edited.seen !== null && edited.seen.edition !== draft?.edition));
  const save = useSave(day, edited, setEdited);
  return {
    latest,
    draft,
    editable,
    blocked,
    points,
    socStart,
    ownSoc: edited !== null && edited.socStart !== (latest?.socStart ?? day.socStart),
    dirty: edited !== null,
    stale,
    canUndo: (edited?.draft.past.length ?? 0) > 0,
    canRedo: (edited?.draft.future.length ?? 0) > 0,
    edit: ({ points: next, join }: PlotEdit) =>
      change((before) => ({ ...before, draft: step(before.draft, next, join) })),
    turn: (back: boolean) =>
      change((before) => ({ ...before, draft: back ? undo(before.draft) : redo(before.draft) })),
    setSoc: (soc: number) => change((before) => ({ ...before, socStart: soc })),
    take: (strategyId: number, curve: readonly number[]) =>
      change((before) => ({ ...before, strategyId, draft: step(before.draft, firstPoints(day, curve)) })),
    beginNext: () =>
      setEdited({ ...base(), draft: draftOf(firstPoints(day, points)), socStart: day.socStart }),
    discard: () => setEdited(null),
    save: () => save(edited ?? base()),
  };
}

/** Keeps what is edited as a draft; what is changed while it is being saved stays, and goes on from what was saved. */
function useSave(
  { station: { stationId }, planDate, sent, begun }: PlanDay,
  edited: Edited | null,
  setEdited: (next: (now: Edited | null) => Edited | null) => void,
) {
  const t = usePlanTexts();
  return async ({ draft, socStart, seen, strategyId }: Edited): Promise<void> => {
    const saved = await postJson<{ id: number; edition: number; version: number }>('sdata/planCurve/save', {
      stationId,
      planDate,
      points: takenUp(draft.points, sent, begun),
      socStart,
      ...(strategyId === null ? {} : { strategyId }),
      ...seen,
    });
    notify('success', t('saved', { n: saved.version }));
    await refreshPlans();
    setEdited((now) =>
      now === edited || now === null ? null : { ...now, seen: { id: saved.id, edition: saved.edition } },
    );
  };
}
