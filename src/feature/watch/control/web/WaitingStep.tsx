import { Button } from '#web/ui/Button.tsx';
import { useOneAtATime } from '#web/ui/useOneAtATime.ts';
import type { CommandWire, SelectedWire } from '../contract.ts';
import { cancelCommand, selectApproved } from './calls.ts';
import styles from './Control.module.css';
import { useControlTexts } from './useControlTexts.ts';

interface WaitingStepProps {
  readonly command: CommandWire;
  readonly onSelected: (selected: SelectedWire) => void;
  readonly onDone: () => void;
}

/** A request that waits for its approval, or was approved and may be selected. */
export function WaitingStep({ command, onSelected, onDone }: WaitingStepProps) {
  const t = useControlTexts();
  const [busy, run] = useOneAtATime();
  const approved = command.state === 'approved';
  const select = (): void =>
    void run(async () => onSelected(await selectApproved(command.commandId)))
      .catch(() => {})
      .finally(onDone);
  const cancel = (): void =>
    void run(async () => void (await cancelCommand(command.commandId)))
      .catch(() => {})
      .finally(onDone);
  return (
    <>
      <output>{approved ? t('approvedText', { name: command.approvedByName ?? '' }) : t('waits')}</output>
      <div className={styles.buttons}>
        <Button disabled={busy} onClick={cancel}>
          {t('cancel')}
        </Button>
        {approved && (
          <Button kind="primary" disabled={busy} onClick={select}>
            {t('select')}
          </Button>
        )}
      </div>
    </>
  );
}
