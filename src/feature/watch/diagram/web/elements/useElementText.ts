import type { Look } from '#contract/scene/binding.ts';
import type { SceneElement } from '#contract/scene/scene.ts';
import type { SpaceBody } from '#contract/scene/space.ts';
import type { Text } from '#contract/text.ts';
import { ageLine } from '#domain/scene/drawing.ts';
import type { Names } from '#domain/scene/label.ts';
import { symbolOf } from '#domain/scene/symbol/symbols.ts';
import { isShown, lookOf, mapped, readBinding } from '#domain/scene/told.ts';
import { wordsOf } from '#domain/scene/telling.ts';
import { useLanguage } from '#web/text/language.ts';
import { useText } from '#web/text/useTexts.ts';
import { BODY_NAMES, LOOK_NAMES, TYPE_NAMES } from '../names.ts';
import type { ValueKeeper } from '../scene/ValueKeeper.ts';
import { useDiagramTexts } from '../useDiagramTexts.ts';
import type { Shown } from '../useSceneValues.ts';
import { distinct, useFactText, useSourceName } from './facts.ts';

/** An element of any kind of picture. */
export type AnyElement = SceneElement | SpaceBody;

/** An element as words: what it is called, and all that its drawing tells. */
export interface ElementText {
  readonly name: string;
  readonly told: string;
}

/** Looks that are seen by colour and frame. */
const SEEN_LOOKS: readonly Look[] = ['warning', 'alarm', 'running', 'stopped', 'offline'];
const KINDS: Readonly<Record<AnyElement['type'], Text>> = { ...TYPE_NAMES, ...BODY_NAMES };

/** What an element is, in a word. */
export const kindOf = (one: AnyElement): Text =>
  (one.type === 'symbol' ? symbolOf(one.symbol)?.title : undefined) ?? KINDS[one.type];

/** Puts into words what an element of a picture tells now: its kind, supply, position, values with their age, alarm. */
export function useElementText(
  { keeper, now }: Pick<Shown<ValueKeeper>, 'keeper' | 'now'>,
  names: Names,
): (one: AnyElement) => ElementText {
  const t = useDiagramTexts();
  const say = useText();
  const language = useLanguage();
  const sourceName = useSourceName();
  const factText = useFactText();
  return (one) => {
    const [at, values] = [now(), keeper.shown()];
    const fed = keeper.fedOf(one.id);
    const facts = distinct(one.bindings ?? []).flatMap((binding) => {
      const read = readBinding(binding, values, at);
      const { kind } = binding.source;
      if (kind === 'alarm') return read.value ? [t('alarmLevel', { n: read.value })] : [];
      const words = factText(binding, read);
      const old = read.age === null ? '' : ` ○ ${ageLine(read.age, language)}`;
      return [`${kind === 'signal' ? '' : `${sourceName(binding.source)} `}${words}${old}`];
    });
    const looks = mapped(one, 'range')
      .filter(({ source }) => source.kind !== 'alarm')
      .map((each) => lookOf(each.map, readBinding(each, values, at)));
    const look = SEEN_LOOKS.find((each) => looks.includes(each));
    const words = wordsOf(one, names);
    const kind = say(kindOf(one));
    const told = [
      ...(words === '' ? [] : [kind]),
      ...(isShown(one, values, at) ? [] : [t('notShownNow')]),
      ...(fed === 'dead' ? [t('dead')] : fed === 'unknown' ? [t('supplyUnknown')] : []),
      ...(look ? [say(LOOK_NAMES[look])] : []),
      ...facts,
    ];
    return { name: words === '' ? kind : words, told: told.join(' · ') };
  };
}
