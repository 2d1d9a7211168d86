import type { ChildPart } from '#feature/meters/reading/contract.ts';
import { Missing } from '#web/ui/NumberText.tsx';
import { ProvenanceStep } from '#web/ui/ProvenanceDrawer.tsx';
import { QualityTag } from '#web/ui/QualityTag.tsx';
import { formatFull } from '#domain/figure/number.ts';
import { qualityOf } from './quality.ts';
import styles from './OriginPanel.module.css';
import { useProvenanceTexts } from './useProvenanceTexts.ts';

export interface OriginChildrenProps {
  readonly parts: readonly ChildPart[];
  readonly onOpen: (ammeterId: number) => void;
}

/** The meters that a virtual one is the sum of, with their signs; each opens, and one without a figure says so. */
export function OriginChildren({ parts, onOpen }: OriginChildrenProps) {
  const t = useProvenanceTexts();
  const missing = parts.filter((part) => part.energy === null).length;
  return (
    <ProvenanceStep
      title={t('sumOf')}
      aside={missing > 0 ? t('sumMissing', { n: missing }) : String(parts.length)}
    >
      <ul className={styles.formula}>
        {parts.map((part) => {
          const quality = qualityOf(part.flags);
          return (
            <li key={part.meterId}>
              <span>{part.sign < 0 ? '\u2212' : '+'}</span>
              <button type="button" onClick={() => onOpen(part.meterId)}>
                {part.meterName} {part.meterCode}
              </button>
              {quality && <QualityTag quality={quality} />}
              <b>{part.energy === null ? <Missing /> : formatFull(part.energy)}</b>
            </li>
          );
        })}
      </ul>
    </ProvenanceStep>
  );
}
