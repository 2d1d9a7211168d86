import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { resourceOf } from '#resource/index.ts';
import { orgRole } from '#resource/sys/orgRole.ts';
import { get, post } from '#web/api.ts';
import { idsOf } from '#web/resource/ids.ts';
import { ReferenceSelect } from '#web/resource/ReferenceSelect.tsx';
import { rowsChanged } from '#web/resource/rows.ts';
import { useMay } from '#web/session/session.ts';
import { useTexts } from '#web/text/useTexts.ts';
import { Button } from '#web/ui/Button.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { LoadingState } from '#web/ui/LoadingState.tsx';
import { notify } from '#web/ui/notice.ts';
import { Panel } from '#web/ui/Panel.tsx';
import { FunctionTree } from './FunctionTree.tsx';
import kit from '#web/ui/kit.module.css';
import styles from './Permission.module.css';

const CONSUMER = resourceOf('consumer');
const FUNCTIONS = orgRole.fields.orgFunList;

/** What the accounts of an enterprise may use at most. */
export function OrgFunView() {
  const t = useTexts<typeof import('./texts.ts').texts>('account');
  const [orgId, setOrgId] = useState<number | null>(null);
  const stored = useQuery({
    queryKey: ['sys', 'orgFun', orgId],
    queryFn: () => get<{ orgFunArr: number[] }>('sys/orgFun/getByOrg', { orgId }, { quiet: true }),
    enabled: orgId !== null,
  });
  return (
    <Panel title={t('orgFun')}>
      <p className={styles.lead}>{t('orgFunLead')}</p>
      <div className={kit.barLoose}>
        <span>{t('enterprise')}</span>
        <div className={styles.who}>
          <ReferenceSelect
            target={CONSUMER}
            ids={orgId === null ? [] : [orgId]}
            multiple={false}
            consumerId={null}
            label={t('chooseEnterprise')}
            onChange={(ids) => setOrgId(ids[0] ?? null)}
          />
        </div>
      </div>
      {orgId !== null &&
        (stored.data ? (
          <Chosen key={orgId} orgId={orgId} stored={stored.data.orgFunArr} />
        ) : stored.error ? (
          <ErrorState what={stored.error.message} onRetry={() => void stored.refetch()} />
        ) : (
          <LoadingState />
        ))}
    </Panel>
  );
}

/** What is ticked, and the list that it was made of. */
interface Edited {
  readonly seen: readonly number[];
  readonly chosen: readonly number[];
}

function Chosen({ orgId, stored }: { orgId: number; stored: readonly number[] }) {
  const t = useTexts<typeof import('./texts.ts').texts>('account');
  const may = useMay('sys.orgFun.edit');
  // Until something is ticked it is the list as it is kept; then a list that comes anew takes nothing away.
  const [edited, setEdited] = useState<Edited | null>(null);
  const { seen, chosen } = edited ?? { seen: stored, chosen: stored };
  const [busy, setBusy] = useState(false);
  const save = async (): Promise<void> => {
    setBusy(true);
    await post('sys/orgFun/addAll', { orgId, orgFunArr: chosen, expected: seen })
      .then(async () => {
        notify('success', t('saved'));
        await rowsChanged();
        // What was ticked meanwhile was made of what is kept now.
        setEdited((now) => (now === edited ? null : now && { ...now, seen: chosen }));
      })
      .catch(() => undefined);
    setBusy(false);
  };
  return (
    <>
      <p>{chosen.length === 0 ? t('unrestricted') : t('chosen', { n: chosen.length })}</p>
      <FunctionTree
        id="org-functions"
        field={FUNCTIONS}
        consumerId={null}
        value={chosen}
        onChange={(value: unknown) => setEdited({ seen, chosen: idsOf(value) })}
        label={t('orgFun')}
      />
      {may && (
        <p>
          <Button kind="primary" disabled={busy} onClick={() => void save()}>
            {t('save')}
          </Button>
        </p>
      )}
    </>
  );
}
