import { useQuery } from '@tanstack/react-query';
import { Dialog } from '#web/ui/Dialog.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { LoadingState } from '#web/ui/LoadingState.tsx';
import { commandQuery } from './calls.ts';
import { Course } from './Course.tsx';
import kit from '#web/ui/kit.module.css';
import styles from './Control.module.css';
import { ResultStep } from './ResultStep.tsx';
import { StepTable } from './StepTable.tsx';
import { useControlTexts } from './useControlTexts.ts';

/** One command with everything that happened to it. */
export function CommandDrawer({
  commandId,
  onClose,
}: {
  readonly commandId: number;
  readonly onClose: () => void;
}) {
  const t = useControlTexts();
  const answer = useQuery(commandQuery(commandId));
  const command = answer.data?.command;
  return (
    <Dialog
      title={command ? `${command.controlCode} ${command.controlName}` : t('history')}
      side="right"
      width={720}
      onClose={onClose}
    >
      {answer.error ? (
        <ErrorState what={answer.error.message} onRetry={() => void answer.refetch()} height={240} />
      ) : !command ? (
        <LoadingState height={240} />
      ) : (
        <div className={`${kit.stack} ${styles.page}`}>
          <Course command={command} />
          {command.remark && (
            <p className={kit.quiet}>
              {t('why')}：{command.remark}
            </p>
          )}
          <ResultStep command={command} steps={[]} />
          <h3 className={styles.head}>{t('stepsTitle')}</h3>
          <StepTable command={command} steps={answer.data?.steps ?? []} />
        </div>
      )}
    </Dialog>
  );
}
