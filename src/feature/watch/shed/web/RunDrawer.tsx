import { useQuery } from '@tanstack/react-query';
import { COMMAND_STATES } from '#contract/control.ts';
import { formatNumber, MISSING } from '#domain/figure/number.ts';
import { secondAt } from '#domain/time/text.ts';
import { useText } from '#web/text/useTexts.ts';
import { Dialog } from '#web/ui/Dialog.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { GoLink } from '#web/ui/GoLink.tsx';
import { LoadingState } from '#web/ui/LoadingState.tsx';
import { StatusDot } from '#web/ui/StatusDot.tsx';
import { Table } from '#web/ui/Table.tsx';
import {
  LOAD_PARTS,
  RUN_ENDS,
  type RunLoadWire,
  type ShedRunDetail,
  type ShedStepWire,
  STEP_KINDS,
} from '../contract.ts';
import { runQuery } from './calls.ts';
import { PART_STATUS } from './LoadTable.tsx';
import { RunMark } from './RunList.tsx';
import kit from '#web/ui/kit.module.css';
import styles from './Shed.module.css';
import { useShedTexts } from './useShedTexts.ts';

/** One run with each of its loads, promised and verified, and everything that happened. */
export function RunDrawer({ runId, onClose }: { readonly runId: number; readonly onClose: () => void }) {
  const t = useShedTexts();
  const { data, error, refetch } = useQuery(runQuery(runId));
  const run = data?.run;
  const title = run
    ? t('runTitle', { name: run.planName, at: secondAt(run.timeZone, run.begunAt) })
    : t('runs');
  return (
    <Dialog title={title} side="right" width={760} onClose={onClose}>
      {error ? (
        <ErrorState what={error.message} onRetry={() => void refetch()} height={240} />
      ) : !data ? (
        <LoadingState height={240} />
      ) : (
        <div className={`${kit.stack} ${styles.page}`}>
          <RunMark run={data.run} />
          {data.loads.length > 0 && <Loads detail={data} />}
          <h3 className={styles.head}>{t('steps')}</h3>
          <Steps detail={data} />
        </div>
      )}
    </Dialog>
  );
}

const commandGoal = (commandId: number) => ({ to: '/SDNControl/SDNControlHistory', search: { command: commandId } }); // prettier-ignore

function Loads({ detail: { loads } }: { readonly detail: ShedRunDetail }) {
  const t = useShedTexts();
  const say = useText();
  const command = (one: RunLoadWire['off']) =>
    one === null ? (
      MISSING
    ) : (
      <GoLink goal={commandGoal(one.commandId)}>{say(COMMAND_STATES[one.state])}</GoLink>
    );
  return (
    <Table<RunLoadWire>
      look="small"
      label={t('loads')}
      rows={loads}
      keyOf={(row) => row.controlId}
      columns={[
        { key: 'load', title: t('load'), render: (row) => `${row.controlCode} ${row.controlName}` },
        {
          key: 'part',
          title: t('part'),
          render: (row) => <StatusDot status={PART_STATUS[row.part]} text={say(LOAD_PARTS[row.part])} />,
        },
        { key: 'off', title: t('offAt'), render: (row) => command(row.off) },
        { key: 'on', title: t('onAt'), render: (row) => command(row.on) },
        {
          key: 'promised',
          title: t('promised'),
          unit: 'kW',
          end: true,
          render: (row) => formatNumber(row.promised, 0),
        },
        {
          key: 'verified',
          title: t('verified'),
          unit: 'kW',
          end: true,
          hint: (row) => (row.verified === null ? t('notYet') : (row.ammeterName ?? undefined)),
          render: (row) => formatNumber(row.verified, 0),
        },
      ]}
    />
  );
}

function Steps({ detail: { run, steps } }: { readonly detail: ShedRunDetail }) {
  const t = useShedTexts();
  const say = useText();
  return (
    <Table<ShedStepWire>
      look="small"
      label={t('steps')}
      rows={steps}
      keyOf={(_, i) => i}
      columns={[
        { key: 'time', title: t('time'), render: (row) => secondAt(run.timeZone, row.at) },
        {
          key: 'step',
          title: t('step'),
          render: (row) =>
            row.reason === null ? say(STEP_KINDS[row.kind]) : `${say(STEP_KINDS[row.kind])} · ${say(RUN_ENDS[row.reason])}`, // prettier-ignore
        },
        {
          key: 'load',
          title: t('load'),
          render: (row) => (row.controlCode === null ? MISSING : `${row.controlCode} ${row.controlName}`),
        },
        {
          key: 'power',
          title: t('power'),
          unit: 'kW',
          end: true,
          render: (row) => formatNumber(row.power, 0),
        },
        { key: 'who', title: t('who'), render: (row) => row.byName ?? MISSING },
      ]}
    />
  );
}
