import { useState } from 'react';
import { DATA_CODES } from '#contract/dataCode.ts';
import type { Source } from '#contract/scene/binding.ts';
import { bindingsFound, boundMeters, replaceBindings, toMeter } from '#domain/scene/edit/bind.ts';
import { useText } from '#web/text/useTexts.ts';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { notify } from '#web/ui/notice.ts';
import type { NetworkMeter } from '../../contract.ts';
import type { Names } from '#domain/scene/label.ts';
import kit from '#web/ui/kit.module.css';
import styles from '../Diagram.module.css';
import { useDiagramTexts } from '../useDiagramTexts.ts';
import { STEPS } from './commands.ts';
import { Field } from './Field.tsx';
import type { Editing } from './useEditing.ts';
import editorStyles from './Editor.module.css';

export interface FindReplaceProps {
  readonly editing: Editing;
  readonly names: Names;
  readonly meters: readonly NetworkMeter[];
  readonly onClose: () => void;
}

/** What is looked for, and what is bound in its place; an empty text = whatever it is, as it was. */
interface Wish {
  readonly meter: string;
  readonly code: string;
  readonly other: string;
  readonly otherCode: string;
}

const wants =
  ({ meter, code }: Wish) =>
  (source: Source): boolean =>
    'ammeterId' in source &&
    (meter !== '' || code !== '') &&
    (meter === '' || source.ammeterId === Number(meter)) &&
    (code === '' || (source.kind === 'item' && source.dataCode === code));

const replacing =
  ({ other, otherCode }: Wish) =>
  (source: Source): Source => {
    const moved = other === '' ? source : toMeter(Number(other))(source);
    return otherCode !== '' && moved.kind === 'item' ? { ...moved, dataCode: otherCode } : moved;
  };

/** Finds what binds a meter, or a code of it, and binds another in its place: in what is chosen, or everywhere. */
export function FindReplace({ editing, names, meters, onClose }: FindReplaceProps) {
  const t = useDiagramTexts();
  const [wish, setWish] = useState<Wish>({ meter: '', code: '', other: '', otherCode: '' });
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
  const off = wish.other === '' && wish.otherCode === '';
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
        names={names}
        meters={meters}
        onChange={(part) => setWish({ ...wish, ...part })}
      />
      <output className={`${kit.hint} ${styles.quiet}`}>{t('found', { n: found })}</output>
    </Dialog>
  );
}

interface WishFieldsProps extends Pick<FindReplaceProps, 'names' | 'meters'> {
  readonly wish: Wish;
  /** Meters that the picture binds. */
  readonly bound: readonly number[];
  readonly onChange: (part: Partial<Wish>) => void;
}

function WishFields({ wish, bound, names, meters, onChange }: WishFieldsProps) {
  const t = useDiagramTexts();
  const say = useText();
  const codes = DATA_CODES.map(({ code, label }) => [code, `${code} ${say(label)}`] as const);
  const those = bound.map((id) => [String(id), word(names.get(id), String(id))] as const);
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
    </div>
  );
}

const word = (one: { readonly code: string; readonly name: string } | undefined, id: string): string =>
  one ? `${one.code} ${one.name}` : `#${id}`;
