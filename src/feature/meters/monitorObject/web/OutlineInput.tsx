import { useQuery } from '@tanstack/react-query';
import { OBJECT_CATEGORIES } from '#contract/monitorType.ts';
import { templateTree } from '#contract/templateTree.ts';
import type { TemplateNode } from '#contract/templateTree.ts';
import { get } from '#web/api.ts';
import type { CellProps, InputProps } from '#web/resource/kindWeb.ts';
import { useText } from '#web/text/useTexts.ts';
import { Button } from '#web/ui/Button.tsx';
import styles from './Object.module.css';
import { useObjectTexts } from './useObjectTexts.ts';

interface TypeRow {
  readonly typeCode: string;
  readonly typeName: string;
  readonly objectCategory: string;
}

const nodesOf = (value: unknown): readonly TemplateNode[] => {
  const read = templateTree.safeParse(value);
  return read.success
    ? read.data.nodes
    : ((value as { nodes?: readonly TemplateNode[] } | null)?.nodes ?? []);
};

/** The objects of a template as an outline: a line each, moved between the levels by its buttons. */
export function OutlineInput({ value, onChange, id }: InputProps) {
  const t = useObjectTexts();
  const say = useText();
  const nodes = nodesOf(value);
  const { data: types = [] } = useQuery({
    queryKey: ['archive', 'monitorObjectType', 'getAll'],
    queryFn: ({ signal }) =>
      get<readonly TypeRow[]>('archive/monitorObjectType/getAll', {}, { quiet: true, signal }),
  });
  const write = (next: readonly TemplateNode[]): void => onChange({ nodes: next });
  const edit = (i: number, change: Partial<TemplateNode>): void =>
    write(nodes.map((node, at) => (at === i ? { ...node, ...change } : node)));
  return (
    <div className={styles.outline} id={id} tabIndex={-1}>
      {nodes.length === 0 && <p className={styles.quiet}>{t('noNodes')}</p>}
      {nodes.map((node, i) => (
        // Lines have no name of their own: their place is what tells them apart.
        <div key={i} className={styles.row} style={{ paddingInlineStart: node.level * 20 }}>
          <select
            className={styles.cell}
            aria-label={`${t('line', { n: i + 1 })} ${t('category')}`}
            value={node.category}
            onChange={(event) => {
              const { typeCode: _, ...rest } = node;
              write(
                nodes.map((one, at) =>
                  at === i ? { ...rest, category: event.target.value as TemplateNode['category'] } : one,
                ),
              );
            }}
          >
            {(['1', '2', '3'] as const).map((code) => (
              <option key={code} value={code}>
                {say(OBJECT_CATEGORIES[code])}
              </option>
            ))}
          </select>
          <input
            className={styles.cell}
            aria-label={`${t('line', { n: i + 1 })} ${t('name')}`}
            placeholder={t('name')}
            value={node.name}
            maxLength={60}
            onChange={(event) => edit(i, { name: event.target.value })}
          />
          <select
            className={styles.cell}
            aria-label={`${t('line', { n: i + 1 })} ${t('type')}`}
            value={node.typeCode ?? ''}
            onChange={(event) => edit(i, { typeCode: event.target.value })}
          >
            <option value="">{t('unset')}</option>
            {types
              .filter((type) => type.objectCategory === node.category)
              .map((type) => (
                <option key={type.typeCode} value={type.typeCode}>
                  {type.typeName}
                </option>
              ))}
          </select>
          <Button
            kind="link"
            aria-label={`${t('line', { n: i + 1 })} ${t('higher')}`}
            disabled={node.level === 0}
            onClick={() => edit(i, { level: node.level - 1 })}
          >
            ←
          </Button>
          <Button
            kind="link"
            aria-label={`${t('line', { n: i + 1 })} ${t('deeper')}`}
            disabled={node.level > (nodes[i - 1]?.level ?? -1)}
            onClick={() => edit(i, { level: node.level + 1 })}
          >
            →
          </Button>
          <Button
            kind="link"
            aria-label={`${t('line', { n: i + 1 })} ${t('del')}`}
            onClick={() => write(nodes.toSpliced(i, 1))}
          >
            {t('del')}
          </Button>
        </div>
      ))}
      <div>
        <Button
          onClick={() => write([...nodes, { name: '', category: '1', level: nodes.at(-1)?.level ?? 0 }])}
        >
          {t('addNode')}
        </Button>
      </div>
    </div>
  );
}

/** How many objects a template has. */
export function OutlineCell({ value }: CellProps) {
  const t = useObjectTexts();
  return <span>{t('nodes', { n: nodesOf(value).length })}</span>;
}
