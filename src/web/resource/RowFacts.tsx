import type { Resource } from '#contract/define.ts';
import { useText } from '#web/text/useTexts.ts';
import { unitText } from '#web/ui/unit.ts';
import kit from '#web/ui/kit.module.css';
import styles from './DetailDrawer.module.css';
import type { ResourceRow } from './kindWeb.ts';
import type { WebSlots } from './slot.ts';
import { ValueCell } from './ValueCell.tsx';

export interface RowFactsProps {
  readonly resource: Resource;
  readonly slots: WebSlots;
  readonly row: ResourceRow;
  /** Side by side where there is room. */
  readonly wide?: boolean;
}

/** Every field of a row with its value. */
export function RowFacts({ resource, slots, row, wide = false }: RowFactsProps) {
  const say = useText();
  return (
    <dl className={`${kit.facts} ${styles.fields} ${wide ? styles.wide : ''}`}>
      {Object.entries(resource.fields).map(([name, field]) => (
        <div key={name}>
          <dt>
            {say(field.label)}
            {field.unit && <small> {unitText(field.unit)}</small>}
          </dt>
          <dd>
            <ValueCell name={name} field={field} row={row} slots={slots} />
          </dd>
        </div>
      ))}
    </dl>
  );
}
