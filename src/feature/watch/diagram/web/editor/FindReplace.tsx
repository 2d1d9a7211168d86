import { useState } from 'react';
import { DATA_CODES } from '#contract/dataCode.ts';
import type { Source } from '#contract/scene/binding.ts';
import type { Scene } from '#contract/scene/scene.ts';
import { bindingsFound, boundMeters, replaceBindings, toMeter } from '#domain/scene/edit/bind.ts';
import { useText } from '#web/text/useTexts.ts';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { notify } from '#web/ui/notice.ts';
import type { NetworkMeter, NetworkPoint } from '../../contract.ts';
import type { Names } from '#domain/scene/label.ts';
import kit from '#web/ui/kit.module.css';
import styles from '../Diagram.module.css';
import { useDiagramTexts } from '../useDiagramTexts.ts';
import { STEPS } from './commands.ts';
import { Field } from './Field.tsx';
import { useBenchTexts } from './useBenchTexts.ts';
import type { Editing } from './useEditing.ts';
import editorStyles from './Editor.module.css';

export interface FindReplaceProps {
  readonly editing: Editing;
  readonly names: Names;
  readonly meters: readonly NetworkMeter[];
  readonly points: readonly NetworkPoint[];
  readonly onClose: () => void;
}

/** What is looked for, and what is bound in its place; an empty text = whatever it is, as it was. It is a signal or of a meter. */
interface Wish {
  readonly meter: string;
  readonly code: string;
  readonly other: string;
  readonly otherCode: string;
  readonly signal: string;
  readonly otherSignal: string;
}
const NOTHING: Wish = { meter: '', code: '', other: '', otherCode: '', signal: '', otherSignal: '' };

/** A wish with a part of it changed: who looks for a signal looks for no meter. */
function wished(before: Wish, part: Partial<Wish>): Wish {
  const of = (keys: readonly (keyof Wish)[]): boolean => keys.some((key) => (part[key] ?? '') !== '');
  const { signal, otherSignal } = NOTHING;
  if (of(['meter', 'code', 'other', 'otherCode'])) return { ...before, signal, otherSignal, ...part };
  return of(['signal', 'otherSignal'])
    ? { ...NOTHING, signal: before.signal, otherSignal: before.otherSignal, ...part }
    : { ...before, ...part };
}

const wants =
  ({ meter, code, signal }: Wish) =>
  (source: Source): boolean =>
    source.kind === 'signal'
      ? signal !== '' && source.signalPointId === Number(signal)
      : (meter !== '' || code !== '') &&
        (meter === '' || source.ammeterId === Number(meter)) &&
        (code === '' || (source.kind === 'item' && source.dataCode === code));

const replacing =
  ({ other, otherCode, otherSignal }: Wish) =>
  (source: Source): Source => {
    if (source.kind === 'signal')
      return otherSignal === '' ? source : { ...source, signalPointId: Number(otherSignal) };
    const moved = other === '' ? source : toMeter(Number(other))(source);
    return otherCode !== '' && moved.kind === 'item' ? { ...moved, dataCode: otherCode } : moved;
  };

/** Finds what binds a meter, a code of it, or a signal, and binds another in its place: in what is chosen, or everywhere. */
export function FindReplace({ editing, names, meters, points, onClose }: FindReplaceProps) {
  const t = useDiagramTexts();
  const [wish, setWish] = useState<Wish>(NOTHING);
  const { scene } = editing.history;
  const wanted = wants(wish);
  const chosenPart = { ...scene, elements: scene.elements.filter(({ id }) => editing.selected.has(id)) };
  const [found, chosen] = [bindingsFound(scene, wanted), bindingsFound(chosenPart, wanted)];
  const replace = (ids: ReadonlySet<string> | null): void => {
    editing.act(STEPS.replace, (now) => replaceBindings(now, wanted, replacing(wish), ids));
    notify('success', t('replaced', { n: ids ? chosen : found }));
  };
  const choose = (): void => {
    const bound = scene.elements.filter((one) => (one.bindings ?? []).some(({ source }) => wanted(source)));
    editing.select(bound.map(({ id }) => id));
  };
  const off = wish.other === '' && wish.otherCode === '' && wish.otherSignal === '';
  return (
    <Dialog
      title={t('findBindings')}
      onClose={onClose}
      foot={
        <span className={`${kit.wrap} ${styles.tools}`}>
          <Button onClick={choose} disabled={found === 0}>
            {t('chooseFound')}
          </Button>
          <Button onClick={() => replace(editing.selected)} disabled={off || chosen === 0}>
            {t('replaceChosen', { n: chosen })}
          </Button>
          <Button kind="primary" onClick={() => replace(null)} disabled={off || found === 0}>
            {t('replaceAll', { n: found })}
          </Button>
        </span>
      }
    >
      <WishFields
        wish={wish}
        bound={[...boundMeters(scene)]}
        signals={signalsOf(scene)}
        names={names}
        meters={meters}
        points={points}
        onChange={(part) => setWish(wished(wish, part))}
      />
      <output className={`${kit.hint} ${styles.quiet}`}>{t('found', { n: found })}</output>
    </Dialog>
  );
}

interface WishFieldsProps extends Pick<FindReplaceProps, 'names' | 'meters' | 'points'> {
  readonly wish: Wish;
  /** Meters that the picture binds. */
  readonly bound: readonly number[];
  /** Signal points that it binds. */
  readonly signals: readonly number[];
  readonly onChange: (part: Partial<Wish>) => void;
}

/** Ids of signal points that any element binds. */
const signalsOf = ({ elements }: Scene): number[] => [
  ...new Set(
    elements.flatMap(({ bindings }) =>
      (bindings ?? []).flatMap(({ source }) => (source.kind === 'signal' ? [source.signalPointId] : [])),
    ),
  ),
];

function WishFields({ wish, bound, signals, names, meters, points, onChange }: WishFieldsProps) {
  const t = useDiagramTexts();
  const bench = useBenchTexts();
  const say = useText();
  const codes = DATA_CODES.map(({ code, label }) => [code, `${code} ${say(label)}`] as const);
  const those = bound.map((id) => [String(id), word(names.get(id), String(id))] as const);
  const pointNames = new Map(points.map((one) => [one.signalPointId, one]));
  const heard = signals.map((id) => [String(id), word(pointNames.get(id), String(id))] as const);
  const otherPoints = points.map((one) => [String(one.signalPointId), word(one, '')] as const);
  const others = meters.map((one) => [String(one.ammeterId), word(one, '')] as const);
  const choice = (label: string, key: keyof Wish, options: readonly (readonly [string, string])[]) => (
    <Field
      label={label}
      value={wish[key]}
      options={['', ...options.map(([value]) => value)]}
      names={Object.fromEntries(options)}
      onChange={(value) => onChange({ [key]: value })}
    />
  );
  return (
    <div className={editorStyles.fields}>
      {choice(t('findMeter'), 'meter', those)}
      {choice(t('findCode'), 'code', codes)}
      {choice(t('byMeter'), 'other', others)}
      {choice(t('byCode'), 'otherCode', codes)}
      {choice(bench('findSignal'), 'signal', heard)}
      {choice(bench('bySignal'), 'otherSignal', otherPoints)}
    </div>
  );
}

const word = (one: { readonly code: string; readonly name: string } | undefined, id: string): string =>
  one ? `${one.code} ${one.name}` : `#${id}`;
