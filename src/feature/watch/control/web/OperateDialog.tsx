import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Dialog } from '#web/ui/Dialog.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { LoadingState } from '#web/ui/LoadingState.tsx';
import type { PointDetail, SelectedWire } from '../contract.ts';
import { commandQuery, pointQuery } from './calls.ts';
import { Course } from './Course.tsx';
import { SelectedStep } from './SelectedStep.tsx';
import { ResultStep } from './ResultStep.tsx';
import kit from '#web/ui/kit.module.css';
import styles from './Control.module.css';
import { TargetStep } from './TargetStep.tsx';
import { useControlTexts } from './useControlTexts.ts';
import { WaitingStep } from './WaitingStep.tsx';

/**
 * Operates a point: what will happen and what is checked, then (with another's approval where two persons are needed) the
 * selection with its count-down, the sending, and what came of it.
 */
export function OperateDialog({ id, onClose }: { readonly id: number; readonly onClose: () => void }) {
  const t = useControlTexts();
  const [target, setTarget] = useState<number>();
  const [selected, setSelected] = useState<SelectedWire>();
  const detail = useQuery(pointQuery(id, selected?.command.target ?? target));
  const { data } = detail;
  // What is proposed stays while the position moves: it must not turn around under the hand that presses.
  if (data && target === undefined && !data.point.adjusts) setTarget(data.point.value === 1 ? 0 : 1);
  const title = data
    ? t('title', { code: data.point.controlCode, name: data.point.controlName })
    : t('operate');
  return (
    <Dialog title={title} onClose={onClose} width={680}>
      {detail.error ? (
        <ErrorState what={detail.error.message} onRetry={() => void detail.refetch()} height={240} />
      ) : !data ? (
        <LoadingState height={240} />
      ) : (
        <div className={`${kit.stack} ${styles.page}`}>
          <Body
            detail={data}
            target={target}
            selected={selected}
            onTarget={setTarget}
            onSelected={setSelected}
            onAgain={() => {
              setSelected(undefined);
              setTarget(undefined);
              void detail.refetch();
            }}
            onClose={onClose}
          />
        </div>
      )}
    </Dialog>
  );
}

interface BodyProps {
  readonly detail: PointDetail;
  readonly target: number | undefined;
  readonly selected: SelectedWire | undefined;
  readonly onTarget: (value: number) => void;
  readonly onSelected: (selected: SelectedWire) => void;
  readonly onAgain: () => void;
  readonly onClose: () => void;
}

function Body({ detail, target, selected, onTarget, onSelected, onAgain, onClose }: BodyProps) {
  // What was begun elsewhere, or before the dialog was closed, is taken up here.
  const commandId =
    selected?.command.commandId ?? (detail.command?.own ? detail.command.commandId : undefined);
  const answer = useQuery({ ...commandQuery(commandId ?? 0), enabled: commandId !== undefined });
  if (commandId === undefined)
    return <TargetStep detail={detail} target={target} onTarget={onTarget} onSelected={onSelected} />;
  const command = answer.data?.command ?? selected?.command ?? detail.command;
  if (!command) return <LoadingState height={200} />;
  const ended = command.endedAt !== null;
  const running = command.state === 'operating' || command.state === 'acknowledged';
  return (
    <>
      <Course command={command} />
      {ended || running ? (
        <ResultStep command={command} steps={answer.data?.steps ?? []} onAgain={onAgain} onClose={onClose} />
      ) : command.state === 'selected' ? (
        <SelectedStep
          key={selected?.token ?? ''}
          detail={detail}
          command={command}
          token={selected?.token ?? null}
          onDone={() => void answer.refetch()}
        />
      ) : (
        <WaitingStep command={command} onSelected={onSelected} onDone={() => void answer.refetch()} />
      )}
    </>
  );
}
