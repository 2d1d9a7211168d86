import { useState } from 'react';
import { type ElementOf, OWN_ROUTE, type SceneElement, TONES } from '#contract/scene/scene.ts';
import { nameOf, type Names } from '#domain/scene/label.ts';
import { set } from '#domain/scene/edit/act.ts';
import { symbolOf } from '#domain/scene/symbol/symbols.ts';
import { useText } from '#web/text/useTexts.ts';
import { Panel } from '#web/ui/Panel.tsx';
import { Segmented } from '#web/ui/Segmented.tsx';
import kit from '#web/ui/kit.module.css';
import styles from '../Diagram.module.css';
import { TYPE_NAMES } from '../names.ts';
import { useDiagramTexts } from '../useDiagramTexts.ts';
import { Bindings } from './Bindings.tsx';
import { STEPS } from './commands.ts';
import { Field } from './Field.tsx';
import { useBenchTexts } from './useBenchTexts.ts';
import type { Editing } from './useEditing.ts';
import editorStyles from './Editor.module.css';
import { WireCorners } from './WireCorners.tsx';

export interface PropertiesProps {
  readonly editing: Editing;
  readonly names: Names;
  readonly diagramId: number;
  /** Counts up when a binding is to be chosen by key. */
  readonly bindAsked: number;
}

type Tab = 'bindings' | 'look' | 'place';

/** What the chosen element is: its bindings, its looks, where it lies. */
export function Properties({ editing, names, diagramId, bindAsked }: PropertiesProps) {
  const t = useDiagramTexts();
  const say = useText();
  const [tab, setTab] = useState<Tab>('bindings');
  const [asked, setAsked] = useState(bindAsked);
  if (asked !== bindAsked) {
    setAsked(bindAsked);
    setTab('bindings');
  }
  const { scene } = editing.history;
  const [id] = editing.selected.size === 1 ? editing.selected : [];
  const one = scene.elements.find((each) => each.id === id);
  if (!one)
    return (
      <Panel title={t('properties')}>
        <p className={`${kit.hint} ${styles.quiet}`}>
          {editing.selected.size === 0 ? t('chooseOne') : t('chosen', { n: editing.selected.size })}
        </p>
        {editing.selected.size > 0 && <LayerField editing={editing} />}
      </Panel>
    );
  const kind =
    one.type === 'symbol' ? (symbolOf(one.symbol)?.title ?? TYPE_NAMES.symbol) : TYPE_NAMES[one.type];
  const change = (values: Readonly<Record<string, unknown>>): void =>
    editing.act(STEPS.set, (now) => set(now, new Set([one.id]), values));
  return (
    <Panel title={t('properties')} unit={`${say(kind)} ${nameOf(one, names)}`}>
      <Segmented
        small
        label={t('properties')}
        value={tab}
        onChange={setTab}
        options={[
          { value: 'bindings', text: `${t('bindings')} ${one.bindings?.length ?? 0}` },
          { value: 'look', text: t('look') },
          { value: 'place', text: t('place') },
        ]}
      />
      {tab === 'bindings' && (
        <Bindings
          key={one.id}
          element={one}
          diagramId={diagramId}
          names={names}
          bindAsked={bindAsked}
          onChange={(bindings) => change({ bindings: bindings.length === 0 ? undefined : bindings })}
        />
      )}
      {tab === 'look' && <Look key={one.id} one={one} change={change} />}
      {tab === 'place' && <Place key={one.id} one={one} change={change} editing={editing} />}
    </Panel>
  );
}

interface PartProps {
  readonly one: SceneElement;
  readonly change: (values: Readonly<Record<string, unknown>>) => void;
}

/** Numbers that an element cannot be without. */
const NEEDED = ['least', 'most', 'hours'];

const or = (text: string): string | undefined => (text === '' ? undefined : text);

function Look({ one, change }: PartProps) {
  const t = useDiagramTexts();
  const choice = (label: string, value: string | undefined, options: readonly string[], key: string) => (
    <Field
      label={label}
      value={value ?? ''}
      options={['', ...options]}
      onChange={(text) => change({ [key]: or(text) })}
    />
  );
  const words = (label: string, value: string | undefined, key: string, more: object = {}) => (
    <Field
      label={label}
      value={value ?? ''}
      onChange={(text) => change({ [key]: key === 'text' ? text : or(text) })}
      {...more}
    />
  );
  const number = (label: string, value: number | undefined, key: string, least: number, most: number) => (
    <Field
      label={label}
      number
      value={value === undefined ? '' : String(value)}
      least={least}
      most={most}
      onChange={(text) =>
        (text !== '' || !NEEDED.includes(key)) && change({ [key]: text === '' ? undefined : Number(text) })
      }
    />
  );
  // Its sides have levels of their own.
  const transforms = one.type === 'symbol' && symbolOf(one.symbol)?.role === 'transformer';
  return (
    <div className={editorStyles.fields}>
      {(one.type === 'symbol' || one.type === 'bus' || one.type === 'value') &&
        words(t('label'), one.label, 'label', { help: t('labelHelp') })}
      {one.type === 'symbol' &&
        choice(t('labelSide'), one.labelSide, ['right', 'left', 'below', 'above'], 'labelSide')}
      {(one.type === 'bus' || (one.type === 'symbol' && !transforms)) && number('kV', one.kv, 'kv', 0, 2000)}
      {transforms && number('kVA', one.kva, 'kva', 0, 10_000_000)}
      {(one.type === 'text' || one.type === 'button' || one.type === 'link') &&
        words(t('words'), one.text, 'text')}
      {(one.type === 'button' || one.type === 'link') &&
        words(t('goesTo'), one.to, 'to', { pattern: OWN_ROUTE, help: t('goesToHelp') })}
      {(one.type === 'text' || one.type === 'value' || one.type === 'link') &&
        number(t('size'), one.size, 'size', 4, 200)}
      {one.type === 'text' && choice(t('tone'), one.tone, TONES, 'tone')}
      {one.type === 'shape' && choice(t('stroke'), one.stroke, TONES, 'stroke')}
      {one.type === 'shape' && choice(t('fill'), one.fill, TONES, 'fill')}
      {one.type === 'bar' && number(t('least'), one.least, 'least', -1e12, one.most - 1e-6)}
      {one.type === 'bar' && number(t('most'), one.most, 'most', one.least + 1e-6, 1e12)}
      {one.type === 'trend' && number(t('hours'), one.hours, 'hours', 1, 168)}
      <p className={`${kit.hint} ${styles.quiet}`}>{t('looksFollow')}</p>
    </div>
  );
}

function Place({ one, change, editing }: PartProps & { readonly editing: Editing }) {
  const t = useDiagramTexts();
  const byHand = one.moved === true || one.edited !== undefined;
  const number = (label: string, value: number, key: string, least = -1_000_000) => (
    <Field
      label={label}
      number
      value={String(Math.round(value * 10) / 10)}
      least={least}
      most={1_000_000}
      onChange={(text) =>
        text !== '' && change({ [key]: Number(text), ...(one.origin ? { moved: true } : {}) })
      }
    />
  );
  return (
    <div className={editorStyles.fields}>
      {'x' in one && number('X', one.x, 'x')}
      {'y' in one && number('Y', one.y, 'y')}
      {'w' in one && number(t('width'), one.w, 'w', 1)}
      {'h' in one && number(t('height'), one.h, 'h', 1)}
      {one.type === 'symbol' && <Scale one={one} change={change} />}
      {one.type === 'bus' && number(t('length'), one.length, 'length', 1)}
      <LayerField editing={editing} />
      {one.type === 'wire' && <WireCorners one={one} editing={editing} />}
      {one.type === 'wire' && one.bends && (
        <button type="button" className={styles.asButton} onClick={() => change({ bends: undefined })}>
          {t('straighten')}
        </button>
      )}
      {one.origin && (
        <p className={`${kit.hint} ${styles.quiet}`}>{t(byHand ? 'changedByHand' : 'fromArchive')}</p>
      )}
      {byHand && (
        <button
          type="button"
          className={styles.asButton}
          onClick={() => change({ moved: undefined, edited: undefined })}
        >
          {t('release')}
        </button>
      )}
    </div>
  );
}

interface ScaleProps {
  readonly one: ElementOf<'symbol'>;
  readonly change: PartProps['change'];
}

/** The size of a symbol, for whoever drags no handle. */
function Scale({ one, change }: ScaleProps) {
  const bench = useBenchTexts();
  return (
    <Field
      label={bench('scale')}
      number
      value={String(one.scale ?? 1)}
      least={0.25}
      most={8}
      onChange={(text) =>
        text !== '' && change({ scale: Number(text), ...(one.origin ? { moved: true } : {}) })
      }
    />
  );
}

function LayerField({ editing }: { readonly editing: Editing }) {
  const t = useDiagramTexts();
  const { scene } = editing.history;
  const layers = new Set(scene.elements.flatMap((one) => (editing.selected.has(one.id) ? [one.layer] : [])));
  const [only] = layers.size === 1 ? layers : [''];
  return (
    <Field
      label={t('layer')}
      value={only ?? ''}
      options={[...(layers.size === 1 ? [] : ['']), ...scene.layers.map(({ id }) => id)]}
      names={Object.fromEntries(scene.layers.map(({ id, name }) => [id, name]))}
      onChange={(layer) => editing.act(STEPS.layer, (now) => set(now, editing.selected, { layer }))}
    />
  );
}
