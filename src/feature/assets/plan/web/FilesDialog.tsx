import { useState } from 'react';
import { ApiError, saveFile, upload } from '#web/api.ts';
import { Button } from '#web/ui/Button.tsx';
import { FileDrop } from '#web/ui/FileDrop.tsx';
import { notify } from '#web/ui/notice.ts';
import { StatusDot } from '#web/ui/StatusDot.tsx';
import { Table, type TableColumn } from '#web/ui/Table.tsx';
import type { ImportedPlan, StationWire } from '../contract.ts';
import { PlanDialog } from './PlanDialog.tsx';
import kit from '#web/ui/kit.module.css';
import { usePlanTexts } from './usePlan.ts';

const AT = 'sdata/planCurveReport';

export interface FilesDialogProps {
  readonly station: StationWire;
  /** Days that are handed out. */
  readonly fromDt: string;
  readonly toDt: string;
  readonly onClose: () => void;
}

/** A file that was chosen, and what it would make. */
function useFile(stationId: number) {
  const [file, setFile] = useState<File | null>(null);
  const [would, setWould] = useState<readonly ImportedPlan[] | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const send = (upFile: File, dryRun: 0 | 1): Promise<readonly ImportedPlan[]> =>
    upload(`${AT}/importTemplate`, { upFile, stationId, dryRun }, { quiet: true });
  const look = async (chosen: File): Promise<void> => {
    setProblem(null);
    setWould(null);
    setFile(chosen);
    try {
      setWould(await send(chosen, 1));
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setProblem(error.message);
    }
  };
  return { file, would, problem, look, take: () => (file ? send(file, 0) : Promise.resolve([])) };
}

/** Brings plans in from a file, after telling what it would make, and hands them out. */
export function FilesDialog({ station, fromDt, toDt, onClose }: FilesDialogProps) {
  const t = usePlanTexts();
  const { stationId } = station;
  const { file, would, problem, look, take } = useFile(stationId);
  const template = (blank: 0 | 1) => () =>
    void saveFile(`${AT}/exportTemplate`, { stationId, fromDt, toDt, blank });
  return (
    <PlanDialog
      title={t('files')}
      okText={t('importDo', { n: would?.length ?? 0 })}
      disabled={!would}
      onClose={onClose}
      onSubmit={async () => notify('success', t('imported', { n: (await take()).length }))}
    >
      <p className={kit.row}>
        <Button onClick={template(0)}>{t('exportFile')}</Button>
        <Button onClick={template(1)}>{t('exportBlank')}</Button>
      </p>
      <FileDrop accept=".xlsx,.csv" words={t('drop')} onFile={(chosen) => void look(chosen)}>
        {file && <p className={kit.note}>{file.name}</p>}
      </FileDrop>
      {problem && (
        <p role="alert" className={kit.fault}>
          {problem}
        </p>
      )}
      {would && <WouldTable rows={would} />}
    </PlanDialog>
  );
}

function WouldTable({ rows }: { readonly rows: readonly ImportedPlan[] }) {
  const t = usePlanTexts();
  const columns: readonly TableColumn<ImportedPlan>[] = [
    { key: 'day', title: t('day'), rowHead: true, render: (one) => one.planDate },
    { key: 'version', title: t('version'), end: true, render: (one) => one.version },
    {
      key: 'discharged',
      title: t('discharged'),
      unit: 'kWh',
      end: true,
      render: (one) => one.dischargedKwh.toFixed(1),
    },
    {
      key: 'charged',
      title: t('charged'),
      unit: 'kWh',
      end: true,
      render: (one) => one.chargedKwh.toFixed(1),
    },
    {
      key: 'checks',
      title: t('checks'),
      render: ({ violations }) =>
        violations.length === 0 ? (
          <StatusDot status="normal" text={t('noViolation')} />
        ) : (
          <StatusDot status="alarm" text={t('someViolations', { n: violations.length })} />
        ),
    },
  ];
  return (
    <Table
      look="lines"
      caption={t('importWould')}
      columns={columns}
      rows={rows}
      keyOf={(one) => one.planDate}
    />
  );
}
