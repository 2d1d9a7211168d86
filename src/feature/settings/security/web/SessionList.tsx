import { useQuery } from '@tanstack/react-query';
import type { OwnSession } from '#contract/signIn.ts';
import { get, post } from '#web/api.ts';
import { useTexts } from '#web/text/useTexts.ts';
import { Button } from '#web/ui/Button.tsx';
import { confirm } from '#web/ui/Confirm.tsx';
import { ListTable } from '#web/ui/ListTable.tsx';
import type { TableColumn } from '#web/ui/Table.tsx';
import { notify } from '#web/ui/notice.ts';
import { MISSING } from '#domain/figure/number.ts';
import { deviceTime } from '#web/session/zone.ts';
import { Panel } from '#web/ui/Panel.tsx';
import { StatusDot } from '#web/ui/StatusDot.tsx';
import { browserName } from './browserName.ts';
import styles from './Security.module.css';

/** Where one is signed in; each of them, and all others at once, can be ended. */
export function SessionList() {
  const t = useTexts<typeof import('./texts.ts').texts>('security');
  const list = useQuery({
    queryKey: ['sys', 'session', 'getList'],
    queryFn: () => get<OwnSession[]>('sys/session/getList', {}, { quiet: true }),
    staleTime: 0,
  });
  const columns: readonly TableColumn<OwnSession>[] = [
    {
      key: 'browser',
      title: t('browser'),
      render: (one) => (
        <span title={one.browser ?? undefined}>{one.browser ? browserName(one.browser) : MISSING}</span>
      ),
    },
    { key: 'ip', title: t('address'), render: (one) => one.ip ?? MISSING },
    { key: 'begun', title: t('begun'), render: (one) => deviceTime(one.begunAt) },
    { key: 'used', title: t('used'), render: (one) => deviceTime(one.usedAt) },
    { key: 'ends', title: t('ends'), render: (one) => deviceTime(one.endsAt) },
    {
      key: 'way',
      title: t('way'),
      render: (one) => (
        <>
          {t(one.way)}
          {one.current && (
            <>
              {' · '}
              <StatusDot status="normal" text={t('current')} />
            </>
          )}
        </>
      ),
    },
  ];
  const end = async (one: OwnSession): Promise<void> => {
    await post('sys/session/end', { id: one.id });
    notify('success', t('ended', { n: 1 }));
    await list.refetch();
  };
  const endOthers = async (): Promise<void> => {
    if (!(await confirm({ title: t('endOthers'), text: t('endOthersEffect') }))) return;
    const { ended } = await post<{ ended: number }>('sys/session/endOthers');
    notify('success', t('ended', { n: ended }));
    await list.refetch();
  };
  const others = (list.data ?? []).some((one) => !one.current);
  return (
    <Panel
      title={t('sessions')}
      flush
      extra={
        others && (
          <Button kind="link" onClick={() => void endOthers().catch(() => undefined)}>
            {t('endOthers')}
          </Button>
        )
      }
    >
      <ListTable<OwnSession>
        label={t('sessions')}
        columns={columns}
        rows={list.data}
        keyOf={(one) => one.id}
        error={list.error}
        onRetry={() => void list.refetch()}
        total={list.data?.length ?? null}
        page={null}
        onPage={() => undefined}
        empty={<p className={styles.empty}>{t('none')}</p>}
        actionsOf={(one) =>
          !one.current && (
            <Button kind="link" onClick={() => void end(one).catch(() => undefined)}>
              {t('end')}
            </Button>
          )
        }
      />
    </Panel>
  );
}
