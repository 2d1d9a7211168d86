import { HEAT_FIGURES, type HeatFigure } from '#domain/scene/space/heat.ts';
import { DIAGRAM } from '#contract/diagram.ts';
import { saveFile } from '#web/api.ts';
import { usePermissions } from '#web/resource/usePermissions.ts';
import { Button } from '#web/ui/Button.tsx';
import { GoLink } from '#web/ui/GoLink.tsx';
import { AREA } from '../sceneQuery.ts';
import kit from '#web/ui/kit.module.css';
import styles from '../Diagram.module.css';
import { SPACE_EDITOR } from '../paths.ts';
import { useDiagramTexts } from '../useDiagramTexts.ts';
import { HEAT_TEXTS } from './HeatPanel.tsx';

export interface PictureMenuProps {
  readonly id: number;
  readonly no: number;
  /** ms; null = live. */
  readonly at: number | null;
  readonly heat: HeatFigure | null;
  readonly onHeat: (figure: HeatFigure | null) => void;
}

/** What colours tell, and where the picture goes to. */
export function PictureMenu({ id, no, at, heat, onHeat }: PictureMenuProps) {
  const t = useDiagramTexts();
  const may = usePermissions(DIAGRAM);
  return (
    <span className={`${kit.wrap} ${styles.tools}`}>
      <select
        aria-label={t('colours')}
        value={heat ?? ''}
        onChange={(event) => onHeat(HEAT_FIGURES.find((one) => one === event.target.value) ?? null)}
      >
        <option value="">{t('coloursOfState')}</option>
        {HEAT_FIGURES.map((one) => (
          <option key={one} value={one}>
            {t(HEAT_TEXTS[one])}
          </option>
        ))}
      </select>
      {may('export') && (
        <Button onClick={() => void saveFile(`${AREA}/exportSvg`, { id, no, at })}>{t('planSvg')}</Button>
      )}
      {may('edit') && (
        <GoLink goal={{ to: SPACE_EDITOR, search: { diagram: id } }} className={styles.asButton}>
          {t('edit')}
        </GoLink>
      )}
    </span>
  );
}
