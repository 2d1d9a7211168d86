import { useState } from 'react';
import { dataCode, DATA_CODES } from '#contract/dataCode.ts';
import type { Source } from '#contract/scene/binding.ts';
import { bindingsFound, boundMeters, replaceBindings, toMeter } from '#domain/scene/edit/bind.ts';
import { useText } from '#web/text/useTexts.ts';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { notify } from '#web/ui/notice.ts';
import type { NetworkMeter } from '../../contract.ts';
import type { Names } from '#domain/scene/label.ts';
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

/** Finds what binds a meter, or a code of it, and binds another in its place: in what is chosen, or everywhere. */
export function FindReplace({ editing, names, meters, onClose }: FindReplaceProps) {
  const t = useDiagramTexts();
  const say = useText();
  const { scene } = editing.history;
  const [meter, setMeter] = useState('');
  const [code, setCode] = useState('');
  const [other, setOther] = useState('');
  const [otherCode, setOtherCode] = useState('');
  const codes = DATA_CODES.map((one) => one.code);
  const codeNames = Object.fromEntries(codes.map((one) => [one, `${one} ${say(dataCode(one)?.label ?? { zh: '', en: '' })}`]));
  const wanted = (source: Source): boolean =>
    'ammeterId' in source && (meter === '' || source.ammeterId === Number(meter)) && (code === '' || (source.kind === 'item' && source.dataCode === code));
  const by = (source: Source): Source => {
    const moved = other === '' ? source : toMeter(Number(other))(source);
    return otherCode !== '' && moved.kind === 'item' ? { ...moved, dataCode: otherCode } : moved;
  };
  const nothing = meter === '' && code === '';
  const found = nothing ? 0 : bindingsFound(scene, wanted);
  const chosen = editing.selected.size > 0 ? bindingsFound({ ...scene, elements: scene.elements.filter(({ id }) => editing.selected.has(id)) }, wanted) : 0;
  const replace = (ids: ReadonlySet<string> | null): void => {
    editing.act(STEPS.replace, (now) => replaceBindings(now, wanted, by, ids));
    notify('success', t('replaced', { n: ids ? chosen : found }));
  };
  const bound = [...boundMeters(scene)].map(String);
  const named = (ids: readonly string[]): Record<string, string> => Object.fromEntries(ids.map((id) => [id, word(names.get(Number(id)), id)]));
  const others = meters.map(({ ammeterId }) => String(ammeterId));
  const off = nothing || (other === '' && otherCode === '');
  return (
    <Dialog
      title={t('findBindings')}
      onClose={onClose}
      foot={
        <span className={styles.tools}>
          <Button onClick={() => editing.select(scene.elements.flatMap((one) => ((one.bindings ?? []).some(({ source }) => wanted(source)) && !nothing ? [one.id] : [])))} disabled={found === 0}>{t('chooseFound')}</Button>
          <Button onClick={() => replace(editing.selected)} disabled={off || chosen === 0}>{t('replaceChosen', { n: chosen })}</Button>
          <Button kind="primary" onClick={() => replace(null)} disabled={off || found === 0}>{t('replaceAll', { n: found })}</Button>
        </span>
      }
    >
      <div className={editorStyles.fields}>
        <Field label={t('findMeter')} value={meter} options={['', ...bound]} names={named(bound)} onChange={setMeter} />
        <Field label={t('findCode')} value={code} options={['', ...codes]} names={codeNames} onChange={setCode} />
        <Field label={t('byMeter')} value={other} options={['', ...others]} names={Object.fromEntries(meters.map((one) => [String(one.ammeterId), `${one.code} ${one.name}`]))} onChange={setOther} />
        <Field label={t('byCode')} value={otherCode} options={['', ...codes]} names={codeNames} onChange={setOtherCode} />
        <output className={styles.quiet}>{t('found', { n: found })}</output>
      </div>
    </Dialog>
  );
} // prettier-ignore

const word = (one: { readonly code: string; readonly name: string } | undefined, id: string): string =>
  one ? `${one.code} ${one.name}` : `#${id}`;
