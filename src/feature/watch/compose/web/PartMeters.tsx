import { useState } from 'react';
import { ammeter } from '#resource/archive/ammeter.ts';
import { ReferenceSelect } from '#web/resource/ReferenceSelect.tsx';
import { Button } from '#web/ui/Button.tsx';
import kit from '#web/ui/kit.module.css';
import styles from './Compose.module.css';
import { useComposeTexts } from './useComposeTexts.ts';

interface PartMetersProps {
  /** What the rule is called. */
  readonly name: string;
  /** The meter that it names now; null = none. */
  readonly meter: number | null;
  readonly consumerId: number;
  readonly onApply: (meters: readonly number[]) => void;
}

/** On which meters a rule of a composition is judged: each of them is a part of its own, none means the meter of the whole. */
export function PartMeters({ name, meter, consumerId, onApply }: PartMetersProps) {
  const t = useComposeTexts();
  const [ids, setIds] = useState<readonly number[]>(meter === null ? [] : [meter]);
  return (
    <div className={styles.adding}>
      <span className={styles.grow}>
        <ReferenceSelect
          target={ammeter}
          ids={ids}
          onChange={setIds}
          multiple
          consumerId={consumerId}
          label={t('onMeters', { name })}
        />
      </span>
      <Button onClick={() => onApply(ids)}>{t('apply')}</Button>
      <small className={kit.quiet}>{t('ownMeter')}</small>
    </div>
  );
}
