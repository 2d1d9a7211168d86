import { type Binding, sourceKey, type Source } from '#contract/scene/binding.ts';
import { dataCode } from '#contract/dataCode.ts';
import { lookOf, type Read, valueText } from '#domain/scene/told.ts';
import { useText } from '#web/text/useTexts.ts';
import { FIGURE_NAMES, LOOK_NAMES } from '../names.ts';
import { useDiagramTexts } from '../useDiagramTexts.ts';

/** Bindings whose sources differ. */
export const distinct = (bindings: readonly Binding[]): readonly Binding[] =>
  [...new Map(bindings.toReversed().map((one) => [sourceKey(one.source), one])).values()].reverse();

/** What a source is called beside its value. */
export function useSourceName(): (source: Source) => string {
  const t = useDiagramTexts();
  const say = useText();
  return (source) => {
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
}

/** What a binding tells in words: a level of alarm, a look, or a number with its unit. */
export function useFactText(): (binding: Binding, read: Read) => string {
  const t = useDiagramTexts();
  const say = useText();
  return ({ source, map }, read) => {
    if (source.kind === 'alarm') return read.value ? t('level', { n: read.value }) : t('noAlarm');
    if (map.kind === 'range' && source.kind === 'signal') return say(LOOK_NAMES[lookOf(map, read)]);
    return valueText(map.kind === 'format' ? map : { kind: 'format', decimals: 1, unit: null }, read);
  };
}
