import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { workflow } from '#resource/sys/workflow.ts';
import { workflowControl } from '#resource/sys/workflowControl.ts';
import { workflowNode } from '#resource/sys/workflowNode.ts';
import { workflowNodeField } from '#resource/sys/workflowNodeField.ts';
import { workflowNodeOrg } from '#resource/sys/workflowNodeOrg.ts';
import { workflowParam } from '#resource/sys/workflowParam.ts';
import type { Resource } from '#contract/define.ts';
import { post } from '#web/api.ts';
import type { ResourceRow } from '#web/resource/kindWeb.ts';
import { ResourceForm } from '#web/resource/ResourceForm.tsx';
import { allQuery, callOf, rowsChanged } from '#web/resource/rows.ts';
import { useMay } from '#web/session/session.ts';
import { useLanguage } from '#web/text/language.ts';
import { useText } from '#web/text/useTexts.ts';
import { Button } from '#web/ui/Button.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { notify } from '#web/ui/notice.ts';
import { Panel } from '#web/ui/Panel.tsx';
import { CONTROL_KINDS, PARAM_TYPES } from '#contract/workflow.ts';
import type { ControlKind, NodeMode, ParamType } from '#contract/workflow.ts';
import { NodeCard } from './NodeCard.tsx';
import { RowChips, useDelete } from './RowChips.tsx';
import { StepLine } from './StepLine.tsx';
import { useWorkflowTexts } from './useWorkflowTexts.ts';
import kit from '#web/ui/kit.module.css';
import styles from './Workflow.module.css';

/** The rows of a resource in their order, those of a parent alone; they are there. */
function useRows(resource: Resource, of: (row: ResourceRow) => boolean): readonly ResourceRow[] {
  const { data } = useQuery(allQuery(resource, []));
  return (data ?? [])
    .filter(of)
    .toSorted((a, b) => Number(a['ix'] ?? 0) - Number(b['ix'] ?? 0) || a.id - b.id);
}

export interface WorkflowEditorProps {
  readonly row: ResourceRow;
  readonly name: string;
  readonly onGone: () => void;
}

type Form = { readonly resource: Resource; readonly row: ResourceRow | null; readonly ix?: number };

/** One workflow, of which all rows are there: preview, nodes in order, what applicants fill in, who may do what. */
export function WorkflowEditor({ row, name, onGone }: WorkflowEditorProps) {
  const t = useWorkflowTexts();
  const say = useText();
  const language = useLanguage();
  const mayEdit = useMay('sys.workflow.edit');
  const mayDelete = useMay('sys.workflow.del');
  const mayAddNode = useMay('sys.workflowNode.add');
  const [form, setForm] = useState<Form | null>(null);
  const del = useDelete(workflow);
  const isMine = (one: ResourceRow): boolean => one['workflowId'] === row.id;
  const nodes = useRows(workflowNode, isMine);
  const handlers = useRows(workflowNodeOrg, () => true);
  const fields = useRows(workflowNodeField, () => true);
  const params = useRows(workflowParam, isMine);
  const controls = useRows(workflowControl, isMine);
  const ofNode = (rows: readonly ResourceRow[], node: ResourceRow) =>
    rows.filter((one) => one['nodeId'] === node.id);
  const nodeName = (node: ResourceRow): string =>
    String((language !== 'zh' && node['nodeNameEn']) || node['nodeName']);
  const last = Math.max(0, ...nodes.map((node) => Number(node['ix'])));
  const move = async (node: ResourceRow, by: -1 | 1): Promise<void> => {
    const at = nodes.indexOf(node);
    const order = nodes.toSpliced(at, 1).toSpliced(at + by, 0, node);
    try {
      for (const [i, one] of order.entries())
        if (one['ix'] !== i + 1)
          await post(callOf(workflowNode, 'editfield'), { id: one.id, fieldName: 'ix', fieldValue: i + 1 });
      notify('success', t('edited'));
    } catch {
      // The refusal was shown; below stands the order that is kept now.
    }
    await rowsChanged();
  };
  return (
    <div className={kit.stack}>
      <Panel>
        <div className={`${kit.bar} ${styles.head}`}>
          <h2>{name}</h2>
          {row['state'] !== '1' && <span className={kit.quiet}>{t('off')}</span>}
          <span className={styles.buttons}>
            {mayEdit && <Button onClick={() => setForm({ resource: workflow, row })}>{t('edit')}</Button>}
            {mayDelete && (
              <Button onClick={() => void del(row).then((gone) => gone && onGone())}>{t('del')}</Button>
            )}
          </span>
        </div>
        {typeof row['info'] === 'string' && <p className={kit.quiet}>{row['info']}</p>}
        {nodes.length > 0 && (
          <>
            <h3 className={styles.preview}>{t('preview')}</h3>
            <StepLine
              steps={nodes.map((node) => ({
                name: nodeName(node),
                mode: node['mode'] as NodeMode,
                handlers: ofNode(handlers, node).map((one) => String(one['handlerName'])),
                place: 'wait',
              }))}
            />
          </>
        )}
      </Panel>
      <Panel
        title={t('nodes')}
        flush
        extra={
          mayAddNode && (
            <Button kind="link" onClick={() => setForm({ resource: workflowNode, row: null, ix: last + 1 })}>
              + {t('addNode')}
            </Button>
          )
        }
      >
        {nodes.length === 0 && <EmptyState why={t('noNode')} next={t('noNodeNext')} height={120} />}
        <ol className={`${kit.list} ${styles.nodes}`}>
          {nodes.map((node, i) => (
            <NodeCard
              key={node.id}
              node={node}
              name={nodeName(node)}
              number={i + 1}
              handlers={ofNode(handlers, node)}
              fields={ofNode(fields, node)}
              onEdit={() => setForm({ resource: workflowNode, row: node })}
              onUp={i === 0 ? null : () => void move(node, -1)}
              onDown={i === nodes.length - 1 ? null : () => void move(node, 1)}
            />
          ))}
        </ol>
      </Panel>
      <Panel title={t('params')}>
        <RowChips
          resource={workflowParam}
          rows={params}
          known={{ workflowId: row.id, ix: params.length + 1 }}
          addText={t('addParam')}
          none={t('noneYet')}
          about={(one) =>
            `${say(PARAM_TYPES[one['paramType'] as ParamType])}${one['required'] ? ` · ${t('required')}` : ''}`
          }
        />
      </Panel>
      <Panel title={t('controls')}>
        <RowChips
          resource={workflowControl}
          rows={controls}
          known={{ workflowId: row.id }}
          addText={t('addControl')}
          none={t('everybody')}
          about={(one) => say(CONTROL_KINDS[one['controlKind'] as ControlKind])}
        />
      </Panel>
      {form && (
        <ResourceForm
          resource={form.resource}
          slots={{}}
          row={form.row}
          consumerId={null}
          known={form.resource === workflowNode ? { workflowId: row.id, ix: form.ix } : {}}
          onClose={() => setForm(null)}
        />
      )}
    </div>
  );
}
