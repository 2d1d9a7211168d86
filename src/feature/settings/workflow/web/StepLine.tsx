import { NAME_COMMA } from '#contract/text.ts';
import { useText } from '#web/text/useTexts.ts';
import { NODE_MODES } from '#contract/workflow.ts';
import type { NodeMode } from '#contract/workflow.ts';
import { useWorkflowTexts } from './useWorkflowTexts.ts';
import styles from './Workflow.module.css';

export interface ShownStep {
  readonly name: string;
  readonly handlers: readonly string[];
  /** Null where it is not said. */
  readonly mode: NodeMode | null;
  readonly place: 'wait' | 'now' | 'done';
}

const PLACES = { wait: 'stepWait', now: 'stepNow', done: 'stepDone' } as const;

/** The nodes of a workflow one after another; of a request on its way, where it is. */
export function StepLine({
  steps,
  going,
}: {
  readonly steps: readonly ShownStep[];
  readonly going?: boolean;
}) {
  const t = useWorkflowTexts();
  const say = useText();
  return (
    <ol className={styles.steps}>
      {steps.map((step, i) => (
        <li key={i} aria-current={step.place === 'now' ? 'step' : undefined}>
          <span className={`${styles.step} ${step.place === 'now' ? styles.now : ''}`}>
            <strong>
              {i + 1}. {step.name}
            </strong>
            <small>{step.handlers.length > 0 ? step.handlers.join(say(NAME_COMMA)) : t('noHandler')}</small>
            {step.mode && step.handlers.length > 1 && <small>{say(NODE_MODES[step.mode])}</small>}
            {going && <small>{t(PLACES[step.place])}</small>}
          </span>
        </li>
      ))}
    </ol>
  );
}
