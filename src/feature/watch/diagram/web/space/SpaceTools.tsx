import ExpandOutlined from '@ant-design/icons-svg/es/asn/ExpandOutlined';
import { nameIn, type Space } from '#contract/scene/space.ts';
import { formatNumber } from '#domain/figure/number.ts';
import { roomOf } from '#domain/scene/space/shape.ts';
import { useLanguage } from '#web/text/language.ts';
import { Segmented } from '#web/ui/Segmented.tsx';
import { Tool } from '../Tool.tsx';
import kit from '#web/ui/kit.module.css';
import styles from '../Diagram.module.css';
import spaceStyles from './Space.module.css';
import { useDiagramTexts } from '../useDiagramTexts.ts';

/** How a space is looked at. */
export interface Looking {
  readonly plan: boolean;
  /** The floor that is shown alone; null = all. */
  readonly floor: string | null;
  /** m: what is above is cut off; null = nothing is. */
  readonly cut: number | null;
}

export const LOOKING: Looking = { plan: false, floor: null, cut: null };

export interface SpaceToolsProps {
  readonly space: Space;
  readonly looking: Looking;
  readonly onChange: (looking: Looking) => void;
  readonly onFit: () => void;
}

/** In space or from above, all floors or one, cut open at a height. */
export function SpaceTools({ space, looking, onChange, onFit }: SpaceToolsProps) {
  const t = useDiagramTexts();
  const language = useLanguage();
  const { plan, floor, cut } = looking;
  const top = Math.ceil(roomOf(space, space.elements).most.z);
  return (
    <span className={`${kit.wrap} ${styles.tools}`}>
      {space.floors.length > 1 && (
        <select
          aria-label={t('floor')}
          value={floor ?? ''}
          onChange={(event) => onChange({ ...looking, floor: event.target.value || null })}
        >
          <option value="">{t('allFloors')}</option>
          {space.floors.map((one) => (
            <option key={one.id} value={one.id}>
              {nameIn(one, language)}
            </option>
          ))}
        </select>
      )}
      {!plan && (
        <label className={spaceStyles.cut}>
          {t('cut')}
          <input
            type="range"
            min={0.5}
            max={top}
            step={0.5}
            value={cut ?? top}
            aria-valuetext={cut === null ? t('notCut') : `${formatNumber(cut, 1)} m`}
            onChange={(event) => {
              const next = Number(event.target.value);
              onChange({ ...looking, cut: next >= top ? null : next });
            }}
          />
          <output>{cut === null ? '--' : `${formatNumber(cut, 1)} m`}</output>
        </label>
      )}
      <Segmented
        small
        label={t('kindOfView')}
        value={plan ? 'plan' : 'space'}
        onChange={(next) => onChange({ ...looking, plan: next === 'plan' })}
        options={[
          { value: 'space', text: t('inSpace') },
          { value: 'plan', text: t('fromAbove') },
        ]}
      />
      <Tool label={t('fit')} icon={ExpandOutlined} keys="0" onClick={plan ? null : onFit} />
    </span>
  );
}
