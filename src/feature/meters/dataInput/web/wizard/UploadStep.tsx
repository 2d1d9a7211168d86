import { useState } from 'react';
import { ApiError, saveFile } from '#web/api.ts';
import { Button } from '#web/ui/Button.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { FileDrop } from '#web/ui/FileDrop.tsx';
import { formatPercent } from '#domain/figure/number.ts';
import { timeAt } from '#domain/time/text.ts';
import { Panel } from '#web/ui/Panel.tsx';
import { StatusDot } from '#web/ui/StatusDot.tsx';
import { type InputMeter, sendFile, TEMPLATE_CALL } from '../calls.ts';
import type { Place } from '../place.ts';
import { useDataInputTexts } from '../useDataInputTexts.ts';
import styles from './wizard.module.css';

export interface UploadStepProps {
  readonly consumerId: number;
  /** null while they are loaded. */
  readonly meters: readonly InputMeter[] | null;
  /** What the import is for, where another screen asked for it. */
  readonly aim: Place['aim'];
  readonly onUploaded: (importDataId: number) => Promise<void>;
  readonly onLeave: () => void;
}

/** Takes the file by choice or drop. A file that cannot be read says why, and another may be chosen. */
export function UploadStep({ consumerId, meters, aim, onUploaded, onLeave }: UploadStepProps) {
  const t = useDataInputTexts();
  const [share, setShare] = useState<number | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const take = async (file: File): Promise<void> => {
    setProblem(null);
    setShare(0);
    try {
      const { importDataId } = await sendFile(consumerId, file, setShare);
      await onUploaded(importDataId);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setProblem(`${file.name}: ${error.message}`);
    } finally {
      setShare(null);
    }
  };
  const aimed = aim && meters?.find((meter) => meter.id === aim.ammeterId);
  if (meters?.length === 0) {
    return (
      <Panel>
        <EmptyState why={t('noMeter')} next={t('noMeterNext')} height={320}>
          <a href="#/SDNEquipment/SDNLedgerDetail">{t('toMeters')}</a>
        </EmptyState>
      </Panel>
    );
  }
  return (
    <>
      <Panel>
        <FileDrop
          accept=".xlsx,.csv,.txt"
          words={t('dropHere')}
          disabled={share !== null}
          onFile={(file) => void take(file)}
          above={
            aim &&
            aimed && (
              <p className={styles.lead}>
                {t('aimedAt', {
                  meter: `${aimed.name} ${aimed.code}`,
                  from: timeAt(aimed.zone, aim.from),
                  to: timeAt(aimed.zone, aim.to),
                })}
              </p>
            )
          }
        >
          <p className={styles.quiet}>{t('uploadHint')}</p>
          <Button kind="link" onClick={() => void saveFile(TEMPLATE_CALL, { consumerId })}>
            {t('template')}
          </Button>
          <output className={styles.quiet}>
            {share === null ? '' : share < 1 ? t('sending', { share: formatPercent(share) }) : t('reading')}
          </output>
          {problem && (
            <p role="alert" className={styles.problem}>
              <StatusDot status="alarm" text={problem} />
            </p>
          )}
        </FileDrop>
      </Panel>
      <div className={styles.foot}>
        <Button onClick={onLeave}>{t('back')}</Button>
      </div>
    </>
  );
}
