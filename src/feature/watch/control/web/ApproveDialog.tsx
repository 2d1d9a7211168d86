import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Input } from 'antd';
import { useState } from 'react';
import { REQUEST_MS } from '#contract/control.ts';
import { secondAt } from '#domain/time/text.ts';
import { useText } from '#web/text/useTexts.ts';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { LoadingState } from '#web/ui/LoadingState.tsx';
import { notify } from '#web/ui/notice.ts';
import { useOneAtATime } from '#web/ui/useOneAtATime.ts';
import type { CommandWire, PointDetail } from '../contract.ts';
import { approveCommand, CONTROL_KEY, pointQuery } from './calls.ts';
import kit from '#web/ui/kit.module.css';
import styles from './Control.module.css';
import { Interlocks } from './Interlocks.tsx';
import { useValueWord } from './mark.tsx';
import { PasswordLine } from './PasswordLine.tsx';
import { useControlTexts } from './useControlTexts.ts';

interface ApproveDialogProps {
  readonly command: CommandWire;
  readonly onClose: () => void;
}

const LENGTH = 200;

/** What somebody asks for, what is checked, and the opinion of a second person. */
export function ApproveDialog({ command, onClose }: ApproveDialogProps) {
  const t = useControlTexts();
  const { data, error, refetch } = useQuery(pointQuery(command.controlId, command.target));
  return (
    <Dialog
      title={`${t('approveTitle')} ${command.controlCode} ${command.controlName}`}
      width={640}
      onClose={onClose}
    >
      {error ? (
        <ErrorState what={error.message} onRetry={() => void refetch()} height={200} />
      ) : data ? (
        <div className={`${kit.stack} ${styles.page}`}>
          <Asked command={command} detail={data} />
          <Interlocks detail={data} />
          <Opinion
            command={command}
            proven={data.provenUntil !== null && data.provenUntil > data.now}
            onClose={onClose}
          />
        </div>
      ) : (
        <LoadingState height={200} />
      )}
    </Dialog>
  );
}

function Asked({ command, detail }: { readonly command: CommandWire; readonly detail: PointDetail }) {
  const t = useControlTexts();
  const say = useText();
  const word = useValueWord();
  return (
    <>
      <p className={styles.big}>
        {t('fromTo', { from: word(command, detail.point.value), to: word(command, command.target) })}
      </p>
      <p className={kit.quiet}>
        {t('asked', { name: command.byName })}
        {command.remark && ` · ${command.remark}`}
        {` · ${t('validUntil', { at: secondAt(command.timeZone, command.requestedAt + REQUEST_MS).slice(-8) })}`}
        {command.way && (
          <>
            <br />
            {say(command.way)}
          </>
        )}
      </p>
    </>
  );
}

interface OpinionProps extends ApproveDialogProps {
  readonly proven: boolean;
}

function Opinion({ command, proven, onClose }: OpinionProps) {
  const t = useControlTexts();
  const client = useQueryClient();
  const [remark, setRemark] = useState('');
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const [busy, run] = useOneAtATime();
  const ready = proven || password !== '';
  const answer = (agreed: boolean): void =>
    void run(async () => {
      const proof = proven ? {} : { password, ...(code === '' ? {} : { code }) };
      await approveCommand(command.commandId, agreed, remark.trim(), proof);
      notify('success', agreed ? t('approvedDone') : t('turnedDone'));
      await client.invalidateQueries({ queryKey: CONTROL_KEY });
      onClose();
    }).catch(() => {});
  return (
    <>
      <Input
        aria-label={t('opinion')}
        placeholder={t('opinion')}
        maxLength={LENGTH}
        value={remark}
        onChange={(event) => setRemark(event.target.value)}
      />
      {!proven && (
        <PasswordLine
          password={password}
          code={code}
          onPassword={setPassword}
          onCode={setCode}
          onEnter={() => ready && answer(true)}
        />
      )}
      <div className={styles.buttons}>
        <Button disabled={busy || !ready} onClick={() => answer(false)}>
          {t('turnDown')}
        </Button>
        <Button kind="primary" disabled={busy || !ready} onClick={() => answer(true)}>
          {t('approve')}
        </Button>
      </div>
    </>
  );
}
