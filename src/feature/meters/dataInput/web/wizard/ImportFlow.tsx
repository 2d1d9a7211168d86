import { useMemo, useState } from 'react';
import { queryClient } from '#web/api/queryClient.ts';
import { useAddress } from '#web/address.ts';
import { formatNumber } from '#domain/figure/number.ts';
import { usePageHead } from '#web/ui/pageHead.tsx';
import type { Mapping, Preview } from '../../contract.ts';
import { aimedMapping } from '../../domain/aimedMapping.ts';
import { checkMapping } from '../../domain/checkMapping.ts';
import {
  analyseSheet,
  type ImportDetail,
  importQuery,
  type InputMeter,
  startDryRun,
  startWrite,
} from '../calls.ts';
import { type Place, readPlace } from '../place.ts';
import { useDataInputTexts } from '../useDataInputTexts.ts';
import { useTask } from '#web/shell/useTask.ts';
import { DryRunStep } from './DryRunStep.tsx';
import { MappingStep } from './MappingStep.tsx';
import { StepBar, type Step } from './StepBar.tsx';
import { WriteStep } from './WriteStep.tsx';
import kit from '#web/ui/kit.module.css';

export interface ImportFlowProps {
  readonly data: ImportDetail;
  readonly meters: readonly InputMeter[];
  /** What the import is for: columns of values without a meter are proposed to its, what is missing is told of its interval. */
  readonly aim: Place['aim'];
  readonly onLeave: () => void;
  readonly onAnother: () => void;
}

/** The steps after the upload of one file. */
export function ImportFlow({ data, meters, aim, onLeave, onAnother }: ImportFlowProps) {
  const t = useDataInputTexts();
  const { id, analysis } = data;
  const aimedAt = aim?.ammeterId ?? null;
  const range = aim && { from: aim.from, to: aim.to };
  const [mapping, setMapping] = useState<Mapping>(data.mapping ?? aimedMapping(analysis.mapping, aimedAt));
  const [{ dryRun: dryRunOf }, changeAddress] = useAddress(readPlace);
  const [tried, setTried] = useState(dryRunOf === null ? null : { taskId: dryRunOf, mapping });
  const [writing, setWriting] = useState(data.taskId);
  const step: Step = writing !== null ? 'write' : dryRunOf !== null ? 'dryRun' : 'mapping';
  const byId = useMemo(() => new Map(meters.map((meter) => [meter.id, meter])), [meters]);
  const problems = useMemo(() => checkMapping(mapping, byId), [mapping, byId]);
  const task = useTask<Preview | null>(tried?.taskId ?? null);
  const preview = task?.state === 'done' && tried?.mapping === mapping ? task.result : null;

  const columns = analysis.columns.length;
  const rows = `${analysis.more ? t('moreThan', { n: formatNumber(analysis.rows, 0) }) : formatNumber(analysis.rows, 0)}`;
  usePageHead({
    aside: useMemo(
      () => `${data.fileName} · ${t('fileHead', { rows, columns })}`,
      [data.fileName, rows, columns, t],
    ),
  });

  const dryRun = async (): Promise<void> => {
    const taskId = await startDryRun(id, mapping, range);
    setTried({ taskId, mapping });
    changeAddress({ dryRun: taskId }, { push: true });
  };
  const write = async (name: string): Promise<void> => {
    setWriting(await startWrite(id, mapping, name, range));
    await queryClient.invalidateQueries({ queryKey: importQuery(id).queryKey });
  };
  const chooseSheet = async (sheet: string): Promise<void> => {
    const { analysis: next } = await analyseSheet(id, sheet);
    queryClient.setQueryData(importQuery(id).queryKey, { ...data, analysis: next, mapping: null });
    setMapping(aimedMapping(next.mapping, aimedAt));
  };

  const taken = mapping.columns.filter((column) => column.role !== 'ignore').length;
  const notes = {
    upload: analysis.sheet || data.fileName,
    mapping: t('columnsSettled', { n: taken, all: columns }),
  };
  return (
    <div className={kit.stack}>
      {step === 'mapping' && (
        <>
          <StepBar at="mapping" notes={notes} />
          <MappingStep
            analysis={analysis}
            meters={meters}
            mapping={mapping}
            problems={problems}
            preview={preview}
            onChange={setMapping}
            onSheet={chooseSheet}
            onBack={onAnother}
            onNext={dryRun}
          />
        </>
      )}
      {step === 'dryRun' && task && (
        <>
          <StepBar at="dryRun" notes={notes} />
          <DryRunStep
            task={task}
            importDataId={id}
            fileName={data.fileName}
            zone={mapping.zone}
            remembered={analysis.remembered}
            hasHeaders={analysis.columns.some(({ header }) => header !== '')}
            onBack={() => changeAddress({ dryRun: undefined })}
            onWrite={write}
          />
        </>
      )}
      {step === 'write' && (
        <WriteStep data={data} taskId={writing} notes={notes} onLeave={onLeave} onAnother={onAnother} />
      )}
    </div>
  );
}
