import { DIAGRAM } from '#contract/diagram.ts';
import { usePermissions } from '#web/resource/usePermissions.ts';
import { Button } from '#web/ui/Button.tsx';
import { GoLink } from '#web/ui/GoLink.tsx';
import type { DiagramHead } from '../../contract.ts';
import styles from '../Diagram.module.css';
import { useDiagramTexts } from '../useDiagramTexts.ts';
import type { Saving } from './useSaving.ts';

export interface DoorsProps {
  readonly diagram: DiagramHead;
  readonly dirty: boolean;
  readonly saving: Saving;
  /** The screen on which it is looked at. */
  readonly lookAt: string;
}

/** Where a picture goes to: it is saved, looked at, published. */
export function Doors({ diagram, dirty, saving, lookAt }: DoorsProps) {
  const t = useDiagramTexts();
  const may = usePermissions(DIAGRAM);
  const { base, publishedNo, busy } = saving;
  const nothingNew = !dirty && (base === 0 || base === publishedNo);
  return (
    <>
      {may('edit') && (
        <Button onClick={() => void saving.save()} disabled={!dirty || busy} title="Ctrl S">
          {t('save')}
        </Button>
      )}
      <GoLink
        goal={{ to: lookAt, search: { diagram: diagram.monitorDiagramId } }}
        className={styles.asButton}
      >
        {t('lookAt')}
      </GoLink>
      {may('edit') && (
        <Button kind="primary" onClick={() => void saving.publish()} disabled={busy || nothingNew}>
          {t('publish')}
        </Button>
      )}
    </>
  );
}
