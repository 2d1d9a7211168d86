import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { companyPlaninfo } from '#resource/yunshui/companyPlaninfo.ts';
import { UploadDialog } from '#feature/archive/archiveFile/web/public.ts';
import { ApiError, post } from '#web/api.ts';
import { rowsChanged } from '#web/resource/rows.ts';
import type { ActionProps } from '#web/resource/slot.ts';
import { useDiscard } from '#web/resource/useDiscard.ts';
import { useMay } from '#web/session/session.ts';
import { useText } from '#web/text/useTexts.ts';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { LoadingState } from '#web/ui/LoadingState.tsx';
import { notify } from '#web/ui/notice.ts';
import { useOneAtATime } from '#web/ui/useOneAtATime.ts';
import type { PlanView } from '../contract.ts';
import { type Changes, changesLeft } from './changes.ts';
import { ItemTable } from './ItemTable.tsx';
import { planQuery, textOf, useReviewTexts } from './review.ts';
import styles from './Review.module.css';

/** The call that writes what was answered. */
const SAVE = 'commitcheckitems';

/** A review plan: where it stands, its check list with evidence, and what may be done next. */
export function PlanDialog({ row, onClose }: ActionProps) {
  const t = useReviewTexts();
  const query = useQuery(planQuery(row.id));
  const [changes, setChanges] = useState<Changes>({});
  const close = useDiscard(Object.keys(changes).length > 0, onClose);
  return (
    <Dialog title={textOf(row, 'planName')} width={1180} onClose={close}>
      {query.isError ? (
        <ErrorState what={query.error.message} onRetry={() => void query.refetch()} height={240} />
      ) : query.data ? (
        <Plan view={query.data} changes={changes} onChanges={setChanges} />
      ) : (
        <LoadingState height={240} />
      )}
      <span hidden>{t('open')}</span>
    </Dialog>
  );
}

interface PlanProps {
  readonly view: PlanView;
  readonly changes: Changes;
  readonly onChanges: (next: (now: Changes) => Changes) => void;
}

function Plan({ view, changes, onChanges }: PlanProps) {
  const t = useReviewTexts();
  const say = useText();
  const client = useQueryClient();
  const mayEdit = useMay('yunshui.companyPlaninfo.edit');
  const [busy, oneAtATime] = useOneAtATime();
  const [problem, setProblem] = useState<string | null>(null);
  const [uploading, setUploading] = useState<number | null>(null);
  const { plan, items, steps, open } = view;
  const count = Object.keys(changes).length;
  const state = companyPlaninfo.fields.state.options?.[textOf(plan, 'state')];

  const act = (call: string, params: Readonly<Record<string, string | number>>): Promise<void> =>
    oneAtATime(async () => {
      setProblem(null);
      try {
        const next = await post<PlanView>(`yunshui/companyPlaninfo/${call}`, params, { quiet: true });
        client.setQueryData(planQuery(plan.id).queryKey, next);
        if (call === SAVE) onChanges((now) => changesLeft(now, changes));
        notify('success', t('saved'));
        await rowsChanged();
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        setProblem(error.message);
      }
    });
  const save = (): Promise<void> =>
    act(SAVE, {
      checkPlanId: plan.id,
      checkItems: JSON.stringify(
        Object.entries(changes).map(([id, fields]) => ({ id: Number(id), ...fields })),
      ),
    });
  return (
    <>
      <div className={styles['head']}>
        <span className={styles['state']}>{state ? say(state) : ''}</span>
        <span className={styles['muted']}>
          {t('by', { org: textOf(plan, 'checkOrg'), leader: textOf(plan, 'leader') })}
          {(textOf(plan, 'startTime') || textOf(plan, 'endTime')) &&
            ` · ${textOf(plan, 'startTime') || '--'} – ${textOf(plan, 'endTime') || '--'}`}
        </span>
        {mayEdit && (
          <div className={styles['steps']}>
            {count > 0 && (
              <Button kind="primary" disabled={busy} onClick={() => void save()}>
                {t('save', { n: count })}
              </Button>
            )}
            {steps.map(({ action, label, refused }) => (
              <Button
                key={action}
                disabled={refused !== null || count > 0 || busy}
                title={refused ? say(refused) : count > 0 ? t('unsaved') : undefined}
                onClick={() => void act('changeState', { id: plan.id, action })}
              >
                {say(label)}
              </Button>
            ))}
          </div>
        )}
      </div>
      {problem && (
        <p role="alert" className={styles['problem']}>
          {problem}
        </p>
      )}
      {items.length === 0 ? (
        <EmptyState why={t('noItems')} next={t('noItemsNext')} height={200}>
          {mayEdit && open.includes('list') && (
            <Button
              kind="primary"
              disabled={busy}
              onClick={() => void act('addUsualItems', { checkPlanId: plan.id })}
            >
              {t('addUsual')}
            </Button>
          )}
        </EmptyState>
      ) : (
        <ItemTable
          view={view}
          mayEdit={mayEdit}
          changes={changes}
          onChange={(id, key, value) =>
            onChanges((before) => ({ ...before, [id]: { ...before[id], [key]: value } }))
          }
          onAttach={setUploading}
        />
      )}
      {uploading !== null && (
        <Suspense>
          <UploadDialog
            orgId={Number(plan['consumerId'])}
            type="35"
            more={{ checkPlanId: plan.id, checkItemId: uploading }}
            onClose={() => setUploading(null)}
            onSent={() => void client.invalidateQueries({ queryKey: ['reviewPlan', plan.id] })}
          />
        </Suspense>
      )}
    </>
  );
}
