import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { linkageConfig } from '#resource/alarm/linkageConfig.ts';
import { usePermissions } from '#web/resource/usePermissions.ts';
import { useConsumer } from '#web/session/consumer.ts';
import { useMay } from '#web/session/session.ts';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { GoLink } from '#web/ui/GoLink.tsx';
import { answerOf, ListTable } from '#web/ui/ListTable.tsx';
import { NoConsumer } from '#web/ui/NoConsumer.tsx';
import { notify } from '#web/ui/notice.ts';
import { Panel } from '#web/ui/Panel.tsx';
import { StatusDot } from '#web/ui/StatusDot.tsx';
import { useOneAtATime } from '#web/ui/useOneAtATime.ts';
import type { LinkageControlWire } from '../contract.ts';
import { armLinkage, CONTROL_KEY, linkagesQuery } from './calls.ts';
import kit from '#web/ui/kit.module.css';
import styles from './Control.module.css';
import { PasswordLine } from './PasswordLine.tsx';
import { useControlTexts } from './useControlTexts.ts';

const MOST = 100;

/** The linkages of alarms that operate an output, and who allowed them. */
export default function LinkagePage() {
  const { consumer } = useConsumer();
  const [open, setOpen] = useState<LinkageControlWire>();
  if (!consumer) return <NoConsumer />;
  return (
    <>
      <LinkageList consumerId={consumer.orgId} onOpen={setOpen} />
      {open && <ArmDialog row={open} onClose={() => setOpen(undefined)} />}
    </>
  );
}

interface LinkageListProps {
  readonly consumerId: number;
  readonly onOpen: (row: LinkageControlWire) => void;
}

/** Who allowed it, and whether that still holds. */
function Allowed({ row: { armedBy, armedStill } }: { readonly row: LinkageControlWire }) {
  const t = useControlTexts();
  if (armedBy === null) return <StatusDot status="offline" text={t('notArmed')} />;
  const still = armedStill === true;
  return (
    <StatusDot
      status={still ? 'normal' : 'warning'}
      text={t(still ? 'armedBy' : 'armedNoMore', { name: armedBy })}
    />
  );
}

function LinkageList({ consumerId, onOpen }: LinkageListProps) {
  const t = useControlTexts();
  const client = useQueryClient();
  const may = useMay('archive.iRemoteControl.operate');
  const mayLink = usePermissions(linkageConfig);
  const [busy, run] = useOneAtATime();
  const answer = useQuery(linkagesQuery({ consumerId, current: 1, pageSize: MOST }));
  const disarm = (row: LinkageControlWire): void =>
    void run(async () => {
      await armLinkage(row, false, {});
      notify('success', t('disarmedDone'));
      await client.invalidateQueries({ queryKey: CONTROL_KEY });
    }).catch(() => {});
  return (
    <Panel flush title={t('linkages')} unit={t('linkageHint')}>
      <ListTable<LinkageControlWire>
        {...answerOf(answer)}
        label={t('linkages')}
        columns={[
          { key: 'name', title: t('linkage'), render: (row) => row.linkageName },
          { key: 'on', title: t('state'), render: (row) => (row.on ? t('linkageOn') : t('linkageOff')) },
          { key: 'point', title: t('point'), render: (row) => `${row.controlCode} ${row.controlName}` },
          { key: 'value', title: t('controlValue'), render: (row) => row.value },
          { key: 'armed', title: t('armed'), render: (row) => <Allowed row={row} /> },
        ]}
        keyOf={(row) => `${row.source} ${row.linkageId}`}
        page={null}
        onPage={() => {}}
        actionsOf={(row) =>
          may &&
          (row.armedStill !== true ? (
            <Button kind="link" aria-label={`${t('arm')} ${row.linkageName}`} onClick={() => onOpen(row)}>
              {t('arm')}
            </Button>
          ) : (
            <Button kind="link" disabled={busy} onClick={() => disarm(row)}>
              {t('disarm')}
            </Button>
          ))
        }
        empty={
          <EmptyState why={t('noLinkage')} next={t('noLinkageNext')} height={200}>
            {mayLink('view') && <GoLink goal={{ to: linkageConfig.screen }}>{t('linkage')}</GoLink>}
          </EmptyState>
        }
      />
    </Panel>
  );
}

function ArmDialog({ row, onClose }: { readonly row: LinkageControlWire; readonly onClose: () => void }) {
  const t = useControlTexts();
  const client = useQueryClient();
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const [busy, run] = useOneAtATime();
  const arm = (): void =>
    void run(async () => {
      await armLinkage(row, true, { password, ...(code === '' ? {} : { code }) });
      notify('success', t('armedDone'));
      await client.invalidateQueries({ queryKey: CONTROL_KEY });
      onClose();
    }).catch(() => {});
  return (
    <Dialog title={`${t('armTitle')} ${row.linkageName}`} width={520} onClose={onClose}>
      <div className={`${kit.stack} ${styles.page}`}>
        <p>{t('armText', { point: `${row.controlCode} ${row.controlName}`, value: row.value })}</p>
        <PasswordLine
          password={password}
          code={code}
          onPassword={setPassword}
          onCode={setCode}
          onEnter={() => password !== '' && arm()}
        />
        <div className={styles.buttons}>
          <Button kind="primary" disabled={busy || password === ''} onClick={arm}>
            {t('arm')}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
