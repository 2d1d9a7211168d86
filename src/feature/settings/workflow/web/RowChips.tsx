import CloseOutlined from '@ant-design/icons-svg/es/asn/CloseOutlined';
import { useState, type ReactNode } from 'react';
import type { Resource } from '#contract/define.ts';
import { post } from '#web/api.ts';
import type { FormValues } from '#web/resource/form.ts';
import type { ResourceRow } from '#web/resource/kindWeb.ts';
import { ResourceForm } from '#web/resource/ResourceForm.tsx';
import { callOf, rowsChanged } from '#web/resource/rows.ts';
import { titleOf } from '#web/resource/target.ts';
import { useMay } from '#web/session/session.ts';
import { useLanguage } from '#web/text/language.ts';
import { Button } from '#web/ui/Button.tsx';
import { confirm } from '#web/ui/Confirm.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { useWorkflowTexts } from './useWorkflowTexts.ts';
import kit from '#web/ui/kit.module.css';
import styles from './Workflow.module.css';

export interface RowChipsProps {
  readonly resource: Resource;
  readonly rows: readonly ResourceRow[];
  /** What a new row has in common with these. */
  readonly known: FormValues;
  readonly addText: string;
  /** Behind the name of a row, in secondary text. */
  readonly about?: (row: ResourceRow) => string;
  /** Where there is none. */
  readonly none: ReactNode;
}

const NO_SLOTS = {};

/** Asks, deletes, and has the lists asked for again; a refusal is shown by the call itself. */
export function useDelete(resource: Resource): (row: ResourceRow) => Promise<boolean> {
  const t = useWorkflowTexts();
  return async (row) => {
    const question = { title: t('delTitle', { name: titleOf(resource, row) }), text: t('delEffect') };
    if (!(await confirm({ ...question, okText: t('del'), danger: true }))) return false;
    const gone = await post(callOf(resource, 'del'), { id: row.id }).then(
      () => true,
      () => false,
    );
    await rowsChanged();
    return gone;
  };
}

/** The few rows that hang on another one: pressed they open, a cross takes them away. */
export function RowChips({ resource, rows, known, addText, about, none }: RowChipsProps) {
  const t = useWorkflowTexts();
  const mayAdd = useMay(`${resource.area}.${resource.name}.add`);
  const mayEdit = useMay(`${resource.area}.${resource.name}.edit`);
  const mayDelete = useMay(`${resource.area}.${resource.name}.del`);
  const [form, setForm] = useState<{ readonly row: ResourceRow | null } | null>(null);
  const del = useDelete(resource);
  const language = useLanguage();
  const nameOf = (row: ResourceRow): string =>
    String((language !== 'zh' && row[`${resource.title}En`]) || titleOf(resource, row));
  return (
    <ul className={styles.rows}>
      {rows.length === 0 && <li className={kit.quiet}>{none}</li>}
      {rows.map((row) => (
        <li key={row.id} className={styles.chip}>
          {mayEdit ? (
            <Button kind="link" onClick={() => setForm({ row })}>
              {nameOf(row)}
            </Button>
          ) : (
            <span>{nameOf(row)}</span>
          )}
          {about && <small>{about(row)}</small>}
          {mayDelete && (
            <Button kind="icon" aria-label={`${t('del')} ${nameOf(row)}`} onClick={() => void del(row)}>
              <Icon icon={CloseOutlined} size={10} />
            </Button>
          )}
        </li>
      ))}
      {mayAdd && (
        <li>
          <Button kind="link" onClick={() => setForm({ row: null })}>
            + {addText}
          </Button>
        </li>
      )}
      {form && (
        <ResourceForm
          resource={resource}
          slots={NO_SLOTS}
          row={form.row}
          consumerId={null}
          known={known}
          onClose={() => setForm(null)}
        />
      )}
    </ul>
  );
}
