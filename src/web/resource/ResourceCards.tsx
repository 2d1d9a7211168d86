import type { ReactNode } from 'react';
import type { Resource } from '#contract/define.ts';
import { useText } from '#web/text/useTexts.ts';
import type { Column } from './columns.ts';
import type { ResourceRow } from './kindWeb.ts';
import kit from '#web/ui/kit.module.css';
import styles from './ResourceCards.module.css';
import type { WebSlots } from './slot.ts';
import { TitleCell } from './TitleCell.tsx';
import type { TableRow } from './tree.ts';
import { ValueCell } from './ValueCell.tsx';
import { unitText } from '#web/ui/unit.ts';

export interface ResourceCardsProps {
  readonly resource: Resource;
  readonly slots: WebSlots;
  readonly columns: readonly Column[];
  readonly rows: readonly TableRow[];
  readonly waiting: boolean;
  readonly onOpen: (row: ResourceRow) => void;
  readonly onToggle: (id: number) => void;
  readonly actionsOf: ((row: ResourceRow) => ReactNode) | null;
  readonly children?: ReactNode;
}

const INDENT = 12;

/** The rows of a list on a narrow screen: one card each, the same columns as lines. */
export function ResourceCards(props: ResourceCardsProps) {
  const { resource, slots, columns, rows, waiting, onOpen, onToggle, actionsOf } = props;
  const say = useText();
  return (
    <>
      {props.children}
      <ul
        className={`${kit.list} ${styles.cards} ${waiting ? styles.waiting : ''}`}
        aria-busy={waiting}
        aria-label={say(resource.label)}
      >
        {rows.map(({ row, depth, open }) => (
          <li key={row.id} style={{ marginLeft: depth * INDENT }}>
            <header>
              <span className={styles.title}>
                <TitleCell
                  resource={resource}
                  row={row}
                  depth={0}
                  open={open}
                  onOpen={onOpen}
                  onToggle={onToggle}
                />
              </span>
              {actionsOf?.(row)}
            </header>
            <dl>
              {columns
                .filter((column) => !column.pinned)
                .map(({ name, field }) => (
                  <div key={name}>
                    <dt className={kit.quiet}>
                      {say(field.label)}
                      {field.unit && ` ${unitText(field.unit)}`}
                    </dt>
                    <dd>
                      <ValueCell name={name} field={field} row={row} slots={slots} />
                    </dd>
                  </div>
                ))}
            </dl>
          </li>
        ))}
      </ul>
    </>
  );
}
