import type { CellProps, ResourceRow } from '#web/resource/kindWeb.ts';
import { Missing } from '#web/ui/NumberText.tsx';
import { splitDataCode, type DataCodePart } from '../domain/dataCode.ts';
import styles from './DataCode.module.css';
import { useArchiveTexts } from './useArchiveTexts.ts';

const GROUPS = [
  ['part_process', ['processCode']],
  ['part_unit', ['processUnitCode']],
  ['part_device', ['equipmentCode', 'equipmentUnitCode']],
  ['part_class', ['energyClassCode']],
  ['part_type', ['energyTypeCode']],
  ['part_use', ['dataUsageCode']],
] as const satisfies readonly (readonly [string, readonly DataCodePart[]])[];

/** A data code taken apart: each part with what it means on hover. */
export function DataCodeCell({ value, row }: CellProps & { readonly row: ResourceRow }) {
  const t = useArchiveTexts();
  if (value == null) return <Missing />;
  const parts = splitDataCode(String(value));
  if (!parts) return <>{String(value)}</>;
  return (
    <span className={styles.code}>
      {GROUPS.map(([name, keys]) => {
        const digits = keys.map((key) => parts[key]).join('');
        const [key] = keys;
        const title = key && !/^0+$/.test(digits) ? row.titles?.[key] : undefined;
        return (
          <span key={name} title={`${t(name)} ${digits}${title ? ` ${title}` : ''}`}>
            {digits}
          </span>
        );
      })}
    </span>
  );
}
