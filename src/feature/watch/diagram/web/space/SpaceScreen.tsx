import { Component, lazy, Suspense, useState, type ReactNode } from 'react';
import { LoadingState } from '#web/ui/LoadingState.tsx';
import { PlanView } from './PlanView.tsx';
import type { StageProps } from './stage/Stage.tsx';
import styles from './Space.module.css';
import { useDiagramTexts } from '../useDiagramTexts.ts';

/** What draws in space comes when a space is first shown. */
const Stage = lazy(() => import('./stage/Stage.tsx'));

export interface SpaceScreenProps extends StageProps {
  readonly name: string;
  /** From above, although space could be shown. */
  readonly plan: boolean;
  /** The floor that is shown alone; null = all. */
  readonly floor: string | null;
  readonly heat: ReadonlyMap<string, string> | null;
}

/** Whether the browser draws in space at all. */
function hasWebGL(): boolean {
  try {
    return document.createElement('canvas').getContext('webgl2') !== null;
  } catch {
    return false;
  }
}

interface FallbackProps {
  readonly instead: ReactNode;
  readonly children: ReactNode;
}

/** Shows the plan where drawing in space fails: no memory for it, a driver that gave up. */
class PlanInstead extends Component<FallbackProps, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true };
  }

  override render(): ReactNode {
    return this.state.failed ? this.props.instead : this.props.children;
  }
}

/** A space: in space where the browser can and the person wants, from above otherwise. */
export function SpaceScreen({ name, plan, floor, heat, ...stage }: SpaceScreenProps) {
  const t = useDiagramTexts();
  const [can] = useState(hasWebGL);
  const flat = <PlanView name={name} content={stage.content} floor={floor} heat={heat} />;
  const why = (
    <>
      {flat}
      <p className={styles.noWebGL}>{t('noWebGL')}</p>
    </>
  );
  if (!can) return why;
  if (plan) return flat;
  return (
    <PlanInstead instead={why}>
      <Suspense fallback={<LoadingState height={300} />}>
        <Stage {...stage} />
      </Suspense>
    </PlanInstead>
  );
}
