import type { ReactNode } from 'react';
import type { Resource } from '#contract/define.ts';
import { resources } from '#resource/index.ts';
import type { CellProps, ResourceRow } from '#web/resource/kindWeb.ts';
import type { WebSlots } from '#web/resource/slot.ts';
import { Words } from '#web/resource/Words.tsx';
import { useText } from '#web/text/useTexts.ts';
import styles from './SystemLog.module.css';
import { useLogTexts } from './useLogTexts.ts';

type RowCell = CellProps & { readonly row: ResourceRow };
type Json = Readonly<Record<string, unknown>>;

const resourceNamed = (name: unknown): Resource | undefined => resources.find((one) => one.name === name);

/** The resource that a change was made to, in words. */
function ObjectCell({ value, row }: RowCell) {
  const say = useText();
  const resource = resourceNamed(value);
  return (
    <span>
      {resource ? say(resource.label) : String(value)}
      {row['rowId'] != null && <small className={styles.quiet}> #{String(row['rowId'])}</small>}
    </span>
  );
}

const jsonOf = (value: unknown): Json => (typeof value === 'object' && value !== null ? (value as Json) : {});

/** Fields that differ; of a row that came or went, those that hold something. */
function changedKeys(before: unknown, after: unknown): string[] {
  const [a, b] = [jsonOf(before), jsonOf(after)];
  const skipped = new Set(['id', 'titles']);
  return [...new Set([...Object.keys(a), ...Object.keys(b)])].filter(
    (key) =>
      !skipped.has(key) &&
      !(key.endsWith('Id') && a[key] === a['id'] && b[key] === b['id']) &&
      JSON.stringify(a[key] ?? null) !== JSON.stringify(b[key] ?? null),
  );
}

/** The calls of the generic set that leave an access, and the ones by which people come and go. */
const CALLS = [
  'add',
  'edit',
  'editfield',
  'del',
  'exportdatatable',
  'exportall',
  'importtemplate',
  'importFile',
  'importfaults',
  'login',
  'logout',
] as const;

const SHOWN = 3;

/** What a change did, field by field: before struck out, then after. */
function ChangeCell({ row }: RowCell) {
  const t = useLogTexts();
  const say = useText();
  const { before, after } = row;
  const resource = resourceNamed(row['resource']);
  // In the order of the form, not in that of the stored JSON.
  const order = Object.keys(resource?.fields ?? {});
  const keys = changedKeys(before, after)
    // Whose row came or went stands in its own column.
    .filter((key) => key !== resource?.scope || (before != null && after != null))
    .toSorted((a, b) => order.indexOf(a) - order.indexOf(b));
  if (keys.length === 0) return <span className={styles.quiet}>{t('nothingChanged')}</span>;
  const words = (holder: unknown, key: string): ReactNode => {
    const value = jsonOf(holder)[key];
    const field = resource?.fields[key];
    if (field) return <Words field={field} value={value} />;
    return typeof value === 'string' ? value : JSON.stringify(value ?? null);
  };
  return (
    <div className={styles.changes}>
      {keys.slice(0, SHOWN).map((key) => {
        const field = resource?.fields[key];
        return (
          <div key={key}>
            <span>{field ? say(field.label) : key}</span>
            {before != null && <del>{words(before, key)}</del>}
            {after != null && <ins>{words(after, key)}</ins>}
          </div>
        );
      })}
      {keys.length > SHOWN && (
        <div className={styles.quiet} title={keys.slice(SHOWN).join(', ')}>
          {t('more', { n: keys.length - SHOWN })}
        </div>
      )}
    </div>
  );
}

function JsonCell({ value }: RowCell) {
  return value == null ? null : <pre className={styles.json}>{JSON.stringify(value, null, 1)}</pre>;
}

/** The resource or the feature that a call belongs to, by name where it is a resource. */
function ModuleCell({ value }: RowCell) {
  const say = useText();
  const resource = resourceNamed(String(value).split('/').at(-1));
  return <span title={String(value)}>{resource ? say(resource.label) : String(value)}</span>;
}

/** What was called, in words where it is one of the calls that every resource has. */
function CallCell({ value }: RowCell) {
  const t = useLogTexts();
  const verb = CALLS.find((one) => one === value);
  return <span title={String(value)}>{verb ? t(`call_${verb}`) : String(value)}</span>;
}

/** How the rows of the access record are drawn. */
export const accessSlots: WebSlots = { cells: { className: ModuleCell, method: CallCell } };

/** How the rows of the change log are drawn. */
export const changeSlots: WebSlots = {
  cells: { resource: ObjectCell, after: ChangeCell, before: JsonCell },
};
