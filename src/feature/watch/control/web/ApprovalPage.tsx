import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Input } from 'antd';
import { useState } from 'react';
import { MISSING } from '#domain/figure/number.ts';
import { secondAt } from '#domain/time/text.ts';
import { useConsumer } from '#web/session/consumer.ts';
import { useMay } from '#web/session/session.ts';
import { useText } from '#web/text/useTexts.ts';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { LoadingState } from '#web/ui/LoadingState.tsx';
import { answerOf, ListTable } from '#web/ui/ListTable.tsx';
import { NoConsumer } from '#web/ui/NoConsumer.tsx';
import { notify } from '#web/ui/notice.ts';
import { Panel } from '#web/ui/Panel.tsx';
import { useOneAtATime } from '#web/ui/useOneAtATime.ts';
import type { CommandWire } from '../contract.ts';
import { approveCommand, commandsQuery, CONTROL_KEY, pointQuery } from './calls.ts';
import styles from './Control.module.css';
import { Interlocks } from './Interlocks.tsx';
import { useValueWord } from './mark.tsx';
import { PasswordLine } from './PasswordLine.tsx';
import { useControlTexts } from './useControlTexts.ts';

const MOST = 100;

/** The requests of others that wait for somebody to approve them. */
export default function ApprovalPage() {
  const { consumer } = useConsumer();
  const [open, setOpen] = useState<CommandWire>();
  if (!consumer) return <NoConsumer />;
  return (
    <>
      <Inbox consumerId={consumer.orgId} onOpen={setOpen} />
      {open && <ApproveDialog command={open} onClose={() => setOpen(undefined)} />}
    </>
  );
}

function Inbox({
  consumerId,
  onOpen,
}: {
  readonly consumerId: number;
  readonly onOpen: (row: CommandWire) => void;
}) {
  const t = useControlTexts();
  const word = useValueWord();
  const may = useMay('archive.iRemoteControl.approve');
  const answer = useQuery(commandsQuery({ consumerId, toApprove: 1, current: 1, pageSize: MOST }));
  return (
    <Panel flush title={t('approvals')} unit={t('approvalHint')}>
      <ListTable<CommandWire>
        {...answerOf(answer)}
        label={t('approvals')}
        columns={[
          { key: 'point', title: t('point'), render: (row) => `${row.controlCode} ${row.controlName}` },
          {
            key: 'what',
            title: t('what'),
            render: (row) => t('fromTo', { from: word(row, row.valueBefore), to: word(row, row.target) }),
          },
          { key: 'by', title: t('by'), render: (row) => row.byName },
          { key: 'why', title: t('why'), render: (row) => row.remark ?? MISSING },
          { key: 'time', title: t('time'), render: (row) => secondAt(row.timeZone, row.requestedAt) },
          { key: 'site', title: t('site'), render: (row) => row.siteName },
        ]}
        keyOf={(row) => row.commandId}
        page={null}
        onPage={() => {}}
        actionsOf={(row) =>
          may && (
            <Button kind="link" aria-label={`${t('approve')} ${row.controlCode}`} onClick={() => onOpen(row)}>
              {t('approve')}
            </Button>
          )
        }
        empty={<EmptyState why={t('noApproval')} height={200} />}
      />
    </Panel>
  );
}

const LENGTH = 200;

function ApproveDialog({
  command,
  onClose,
}: {
  readonly command: CommandWire;
  readonly onClose: () => void;
}) {
  const t = useControlTexts();
  const say = useText();
  const word = useValueWord();
  const client = useQueryClient();
  const { data } = useQuery(pointQuery(command.controlId, command.target));
  const [remark, setRemark] = useState('');
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const [busy, run] = useOneAtATime();
  const proven = data !== undefined && data.provenUntil !== null && data.provenUntil > data.now;
  const answer = (agreed: boolean): void =>
    void run(async () => {
      const proof = proven ? {} : { password, ...(code === '' ? {} : { code }) };
      await approveCommand(command.commandId, agreed, remark.trim(), proof);
      notify('success', agreed ? t('approvedDone') : t('turnedDone'));
      await client.invalidateQueries({ queryKey: CONTROL_KEY });
      onClose();
    }).catch(() => {});
  const ready = proven || password !== '';
  return (
    <Dialog
      title={`${t('approveTitle')} ${command.controlCode} ${command.controlName}`}
      width={640}
      onClose={onClose}
    >
      {!data ? (
        <LoadingState height={200} />
      ) : (
        <div className={styles.page}>
          <p className={styles.big}>
            {t('fromTo', { from: word(command, data.point.value), to: word(command, command.target) })}
          </p>
          <p className={styles.quiet}>
            {t('asked', { name: command.byName })}
            {command.remark && `：${command.remark}`}
            {command.way && (
              <>
                <br />
                {say(command.way)}
              </>
            )}
          </p>
          <Interlocks list={data.interlocks} point={data.point} />
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
        </div>
      )}
    </Dialog>
  );
}
