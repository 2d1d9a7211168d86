import { useEffect, useRef, type MouseEvent } from 'react';
import { screenInk } from '#domain/scene/ink.ts';
import { planOf } from '#domain/scene/space/plan.ts';
import { make } from '../scene/patch.ts';
import type { StageContent } from './stage/StageContent.ts';
import kit from '#web/ui/kit.module.css';
import styles from './Space.module.css';

export interface PlanViewProps {
  readonly name: string;
  readonly content: Omit<StageContent, 'ink'>;
  /** The floor that is drawn alone; null = all. */
  readonly floor: string | null;
  readonly heat: ReadonlyMap<string, string> | null;
}

/** A space from above, for whoever has no WebGL, or wants to see it so. */
export function PlanView({ name, content, floor, heat }: PlanViewProps) {
  const host = useRef<HTMLDivElement>(null);
  const { space, paints, chosen, onPick } = content;
  useEffect(() => {
    const svg = make(planOf(space, name, { ink: screenInk, paints, heat, floor, chosen }));
    svg.classList.add(kit.fill ?? '');
    host.current?.replaceChildren(svg);
  }, [space, name, paints, heat, floor, chosen]);
  const onClick = (event: MouseEvent): void => {
    const id = (event.target as Element).closest('[data-id]')?.getAttribute('data-id') ?? null;
    onPick(id, event.shiftKey || event.ctrlKey);
  };
  // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- its bodies are chosen by keys of the area around it, and in the lists beside it
  return <div ref={host} className={styles.plan} onClick={onClick} />;
}
