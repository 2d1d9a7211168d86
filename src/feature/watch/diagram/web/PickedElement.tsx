import { sourceKey, type Source } from '#contract/scene/binding.ts';
import { dataCode } from '#contract/dataCode.ts';
import type { Scene } from '#contract/scene/scene.ts';
import { ageLine } from '#domain/scene/drawing.ts';
import { lookOf, readBinding, valueText } from '#domain/scene/told.ts';
import { useLanguage } from '#web/text/language.ts';
import { useText } from '#web/text/useTexts.ts';
import { Button } from '#web/ui/Button.tsx';
import { PageLink } from '#web/ui/PageLink.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import styles from './Diagram.module.css';
import { FIGURE_NAMES, LOOK_NAMES } from './names.ts';
import { nameOf, type Names } from '#domain/scene/label.ts';
import { useDiagramTexts } from './useDiagramTexts.ts';
import type { Shown } from './useSceneValues.ts';

export interface PickedElementProps {
  readonly shown: Shown;
  readonly names: Names;
  readonly scene: Scene;
  readonly id: string;
  readonly onClose: () => void;
}

/** An element of the picture: what each of its bindings tells, and the page of its meter. */
export function PickedElement({ shown, names, scene, id, onClose }: PickedElementProps) {
  const t = useDiagramTexts();
  const say = useText();
  const language = useLanguage();
  const element = scene.elements.find((one) => one.id === id);
  if (!element) return null;
  const bindings = (element.bindings ?? []).filter(
    (one, i, all) => all.findIndex((other) => sourceKey(other.source) === sourceKey(one.source)) === i,
  );
  const wordOf = (source: Source): string => {
    switch (source.kind) {
      case 'item':
        return say(dataCode(source.dataCode)?.label ?? { zh: source.dataCode, en: source.dataCode });
      case 'signal':
        return t('position');
      case 'figure':
        return say(FIGURE_NAMES[source.figure]);
      case 'alarm':
        return t('alarm');
    }
  };
  const meter = bindings.flatMap(({ source }) => ('ammeterId' in source ? [source.ammeterId] : []))[0];
  const title = nameOf(element, names);
  return (
    <Panel
      title={title}
      extra={
        <Button kind="icon" aria-label={t('close')} onClick={onClose}>
          ×
        </Button>
      }
    >
      <dl className={styles.facts} data-turn={shown.turn}>
        {bindings.map((one) => {
          const read = readBinding(one, shown.keeper.values, shown.now());
          const format = one.map.kind === 'format' ? one.map : { kind: 'format' as const, decimals: 1, unit: null };
          const look = one.map.kind === 'range' && one.source.kind !== 'figure' ? say(LOOK_NAMES[lookOf(one.map, read)]) : null;
          return (
            <div key={sourceKey(one.source)}>
              <dt>{wordOf(one.source)}</dt>
              <dd>
                {one.source.kind === 'alarm' ? (read.value ? t('level', { n: read.value }) : t('noAlarm')) : (look ?? valueText(format, read))}
                {read.age !== null && <small> ○ {ageLine(read.age, language)}</small>}
              </dd>
            </div>
          );
        })}
      </dl>
      {meter !== undefined && (
        <PageLink kind="meter" id={meter}>
          {t('meterPage')}
        </PageLink>
      )}
    </Panel>
  );
} // prettier-ignore
