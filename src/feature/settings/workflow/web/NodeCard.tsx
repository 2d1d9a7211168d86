import ArrowDownOutlined from '@ant-design/icons-svg/es/asn/ArrowDownOutlined';
import ArrowUpOutlined from '@ant-design/icons-svg/es/asn/ArrowUpOutlined';
import { workflowNode } from '#resource/sys/workflowNode.ts';
import { workflowNodeField } from '#resource/sys/workflowNodeField.ts';
import { workflowNodeOrg } from '#resource/sys/workflowNodeOrg.ts';
import type { ResourceRow } from '#web/resource/kindWeb.ts';
import { useMay } from '#web/session/session.ts';
import { useText } from '#web/text/useTexts.ts';
import { Button } from '#web/ui/Button.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { HANDLER_KINDS, NODE_MODES, PARAM_TYPES } from '#contract/workflow.ts';
import type { HandlerKind, NodeMode, ParamType } from '#contract/workflow.ts';
import { RowChips, useDelete } from './RowChips.tsx';
import { useWorkflowTexts } from './useWorkflowTexts.ts';
import kit from '#web/ui/kit.module.css';
import styles from './Workflow.module.css';

export interface NodeCardProps {
  readonly node: ResourceRow;
  readonly name: string;
  /** Its place in the order, from 1. */
  readonly number: number;
  readonly handlers: readonly ResourceRow[];
  readonly fields: readonly ResourceRow[];
  readonly onEdit: () => void;
  /** Null: it is the first. */
  readonly onUp: (() => void) | null;
  /** Null: it is the last. */
  readonly onDown: (() => void) | null;
}

/** One node of a workflow with who handles it and what is filled in there. */
export function NodeCard({ node, name, number, handlers, fields, onEdit, onUp, onDown }: NodeCardProps) {
  const t = useWorkflowTexts();
  const say = useText();
  const mayEdit = useMay('sys.workflowNode.edit');
  const mayDelete = useMay('sys.workflowNode.del');
  const del = useDelete(workflowNode);
  return (
    <li>
      <div className={styles.node}>
        <span className={styles.number}>{number}</span>
        <h3>{name}</h3>
        <span className={kit.quiet}>{t('passes', { mode: say(NODE_MODES[node['mode'] as NodeMode]) })}</span>
        <span className={styles.buttons}>
          {mayEdit && (
            <>
              <Button
                kind="icon"
                aria-label={`${t('up')} ${name}`}
                disabled={!onUp}
                onClick={onUp ?? undefined}
              >
                <Icon icon={ArrowUpOutlined} />
              </Button>
              <Button
                kind="icon"
                aria-label={`${t('down')} ${name}`}
                disabled={!onDown}
                onClick={onDown ?? undefined}
              >
                <Icon icon={ArrowDownOutlined} />
              </Button>
              <Button kind="link" onClick={onEdit}>
                {t('edit')}
              </Button>
            </>
          )}
          {mayDelete && (
            <Button kind="link" onClick={() => void del(node)}>
              {t('del')}
            </Button>
          )}
        </span>
      </div>
      <div className={styles.sub}>
        <h4>{t('handlers')}</h4>
        <RowChips
          resource={workflowNodeOrg}
          rows={handlers}
          known={{ nodeId: node.id, ix: handlers.length + 1 }}
          addText={t('addHandler')}
          none={t('noHandler')}
          about={(one) => say(HANDLER_KINDS[one['handlerKind'] as HandlerKind])}
        />
        <h4>{t('fields')}</h4>
        <RowChips
          resource={workflowNodeField}
          rows={fields}
          known={{ nodeId: node.id, ix: fields.length + 1 }}
          addText={t('addField')}
          none={t('noneYet')}
          about={(one) =>
            `${say(PARAM_TYPES[one['fieldType'] as ParamType])}${one['required'] ? ` · ${t('required')}` : ''}`
          }
        />
      </div>
    </li>
  );
}
