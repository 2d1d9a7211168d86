import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { workflow } from '#resource/sys/workflow.ts';
import { workflowControl } from '#resource/sys/workflowControl.ts';
import { workflowNode } from '#resource/sys/workflowNode.ts';
import { workflowNodeField } from '#resource/sys/workflowNodeField.ts';
import { workflowNodeOrg } from '#resource/sys/workflowNodeOrg.ts';
import { workflowParam } from '#resource/sys/workflowParam.ts';
import { useAddress, type RawAddress } from '#web/address.ts';
import { allQuery } from '#web/resource/rows.ts';
import { ResourceForm } from '#web/resource/ResourceForm.tsx';
import { useMay } from '#web/session/session.ts';
import { useLanguage } from '#web/text/language.ts';
import { Button } from '#web/ui/Button.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { LoadingState } from '#web/ui/LoadingState.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import { AllThere } from './AllThere.tsx';
import { useWorkflowTexts } from './useWorkflowTexts.ts';
import { WorkflowEditor } from './WorkflowEditor.tsx';
import kit from '#web/ui/kit.module.css';
import styles from './Workflow.module.css';

const readChosen = (raw: RawAddress): { workflow: number | null } => {
  const id = Number(raw['workflow']);
  return { workflow: Number.isInteger(id) && id > 0 ? id : null };
};

/** What a workflow consists of. */
const PARTS = [workflowNode, workflowNodeOrg, workflowNodeField, workflowParam, workflowControl];

/** The workflows at the left; the chosen one with its nodes, handlers and fields at the right. */
export default function WorkflowPage() {
  const t = useWorkflowTexts();
  const language = useLanguage();
  const mayAdd = useMay('sys.workflow.add');
  const [place, change] = useAddress(readChosen);
  const [adding, setAdding] = useState(false);
  const all = useQuery(allQuery(workflow, []));
  if (all.isError)
    return <ErrorState what={all.error.message} onRetry={() => void all.refetch()} height={300} />;
  if (!all.data) return <LoadingState height={300} />;
  const rows = all.data;
  const chosen = rows.find((row) => row.id === place.workflow) ?? rows[0];
  const nameOf = (row: (typeof rows)[number]): string =>
    String((language !== 'zh' && row['workflowNameEn']) || row['workflowName']);
  return (
    <div className={styles.split}>
      <Panel
        title={t('workflows')}
        extra={
          mayAdd && (
            <Button kind="link" onClick={() => setAdding(true)}>
              {t('add')}
            </Button>
          )
        }
      >
        <ul className={styles.list}>
          {rows.map((row) => (
            <li key={row.id}>
              <button
                type="button"
                aria-current={row.id === chosen?.id}
                onClick={() => change({ workflow: row.id }, { push: true })}
              >
                {nameOf(row)}
                <small className={kit.quietLine}>
                  {String(row['workflowCode'])}
                  {row['state'] !== '1' && ` · ${t('off')}`}
                </small>
              </button>
            </li>
          ))}
        </ul>
      </Panel>
      {chosen ? (
        <AllThere of={PARTS}>
          <WorkflowEditor
            key={chosen.id}
            row={chosen}
            name={nameOf(chosen)}
            onGone={() => change({ workflow: undefined })}
          />
        </AllThere>
      ) : (
        <Panel>
          <EmptyState why={t('emptyWorkflows')} next={t('emptyWorkflowsNext')} height={300} />
        </Panel>
      )}
      {adding && (
        <ResourceForm
          resource={workflow}
          slots={{}}
          row={null}
          consumerId={null}
          onClose={() => setAdding(false)}
          onAdded={(row) => change({ workflow: row.id })}
        />
      )}
    </div>
  );
}
