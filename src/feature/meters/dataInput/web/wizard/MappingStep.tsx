import { useState } from 'react';
import { Button } from '#web/ui/Button.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import { StatusDot } from '#web/ui/StatusDot.tsx';
import { useText } from '#web/text/useTexts.ts';
import type { Analysis, Mapping, Preview } from '../../contract.ts';
import type { MappingProblem } from '../../domain/checkMapping.ts';
import type { InputMeter } from '../calls.ts';
import { useDataInputTexts } from '../useDataInputTexts.ts';
import { DayTotals } from './DayTotals.tsx';
import { FileContent } from './FileContent.tsx';
import { MappingTable } from './MappingTable.tsx';
import { StampPanel } from './StampPanel.tsx';
import kit from '#web/ui/kit.module.css';
import styles from './wizard.module.css';

export interface MappingStepProps {
  readonly analysis: Analysis;
  readonly meters: readonly InputMeter[];
  readonly mapping: Mapping;
  readonly problems: readonly MappingProblem[];
  /** Result of the dry run of this very mapping. */
  readonly preview: Preview | null;
  readonly onChange: (mapping: Mapping) => void;
  readonly onSheet: (sheet: string) => Promise<void>;
  readonly onBack: () => void;
  readonly onNext: () => Promise<void>;
}

/** Says which column is what: meters and data at the left, time at the right, the file below. */
export function MappingStep(props: MappingStepProps) {
  const { analysis, meters, mapping, problems, preview, onChange } = props;
  const t = useDataInputTexts();
  const say = useText();
  const [busy, setBusy] = useState(false);
  const general = problems.filter((problem) => problem.column === null);
  const next = (): void => {
    setBusy(true);
    // The refusal was shown by the call.
    props.onNext().catch(() => setBusy(false));
  };
  return (
    <div className={styles.columns}>
      <div className={kit.stack}>
        <MappingTable
          analysis={analysis}
          meters={meters}
          mapping={mapping}
          problems={problems}
          onChange={onChange}
        />
        <FileContent analysis={analysis} mapping={mapping} problems={problems} />
      </div>
      <div className={kit.stack}>
        <StampPanel
          analysis={analysis}
          meters={meters}
          mapping={mapping}
          onChange={onChange}
          onSheet={props.onSheet}
        />
        {preview ? (
          <DayTotals preview={preview} />
        ) : (
          <Panel title={t('afterWrite')}>
            <p className={styles.quiet}>{t('afterHint')}</p>
          </Panel>
        )}
        {general.length > 0 && (
          <ul className={styles.problems} aria-label={t('check')}>
            {general.map((problem) => (
              <li key={problem.text.en}>
                <StatusDot status="alarm" text={say(problem.text)} />
              </li>
            ))}
          </ul>
        )}
        <div className={styles.foot}>
          <Button onClick={props.onBack}>{t('previous')}</Button>
          <span className={styles.footNote}>
            {problems.length > 0 && t('unresolved', { n: problems.length })}
          </span>
          <Button kind="primary" disabled={problems.length > 0 || busy} onClick={next}>
            {t('dryRun')}
          </Button>
        </div>
      </div>
    </div>
  );
}
