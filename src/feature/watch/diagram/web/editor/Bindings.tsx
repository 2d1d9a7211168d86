import { useState } from 'react';
import {
  type Binding,
  type BindingMap,
  type Look,
  LOOKS,
  MAP_KINDS,
  type Source,
} from '#contract/scene/binding.ts';
import type { SceneElement } from '#contract/scene/scene.ts';
import { dataCode } from '#contract/dataCode.ts';
import type { Names } from '#domain/scene/label.ts';
import { useText } from '#web/text/useTexts.ts';
import { Button } from '#web/ui/Button.tsx';
import styles from '../Diagram.module.css';
import { FIGURE_NAMES, LOOK_NAMES, MAP_NAMES, SOURCE_NAMES } from '../names.ts';
import { useDiagramTexts } from '../useDiagramTexts.ts';
import { BindingPicker } from './BindingPicker.tsx';
import { Field } from './Field.tsx';
import editorStyles from './Editor.module.css';

export interface BindingsProps {
  readonly element: SceneElement;
  readonly diagramId: number;
  readonly names: Names;
  readonly bindAsked: number;
  readonly onChange: (bindings: readonly Binding[]) => void;
}

/** What a new binding does, by what it reads. */
const usualMap = (source: Source): BindingMap => {
  if (source.kind === 'signal')
    return { kind: 'range', ranges: [{ from: 1, to: 1, look: 'closed' }, { from: 0, to: 0, look: 'open' }] };
  if (source.kind === 'alarm')
    return { kind: 'range', ranges: [{ from: 1, to: 2, look: 'alarm' }, { from: 3, to: 4, look: 'warning' }, { from: 0, to: 0, look: 'normal' }] };
  return { kind: 'format', decimals: 0, unit: null };
}; // prettier-ignore

const fresh = (kind: BindingMap['kind'], source: Source): BindingMap => {
  switch (kind) {
    case 'range':
      return source.kind === 'signal' || source.kind === 'alarm' ? usualMap(source) : { kind, ranges: [{ from: 90, to: null, look: 'alarm' }, { from: 70, to: 90, look: 'warning' }, { from: null, to: 70, look: 'normal' }] };
    case 'format':
      return { kind, decimals: 0, unit: null };
    case 'visible':
      return { kind, from: 1, to: null };
    case 'rotate':
      return { kind, perUnit: 1 };
    case 'flow':
      return { kind, least: 0 };
  }
}; // prettier-ignore

/** The bindings of an element: where each reads, and what it makes of it. */
export function Bindings({ element, diagramId, names, bindAsked, onChange }: BindingsProps) {
  const t = useDiagramTexts();
  const say = useText();
  const [picking, setPicking] = useState<number | 'new' | null>(null);
  const [asked, setAsked] = useState(bindAsked);
  if (asked !== bindAsked) {
    setAsked(bindAsked);
    setPicking('new');
  }
  const bindings = element.bindings ?? [];
  const put = (i: number, one: Binding | null): void => onChange(bindings.flatMap((each, n) => (n === i ? (one ? [one] : []) : [each])));
  const wordOf = (source: Source): string => {
    if (source.kind === 'signal') return `#${source.signalPointId}`;
    const meter = names.get(source.ammeterId);
    const whose = meter ? `${meter.code} ${meter.name}` : `#${source.ammeterId}`;
    if (source.kind === 'item') return `${whose} · ${say(dataCode(source.dataCode)?.label ?? { zh: source.dataCode, en: source.dataCode })}`;
    return source.kind === 'figure' ? `${whose} · ${say(FIGURE_NAMES[source.figure])}` : whose;
  };
  const take = (source: Source): void => {
    if (picking === 'new') onChange([...bindings, { source, map: usualMap(source) }]);
    else if (picking !== null) {
      const known = bindings[picking];
      if (known) put(picking, { ...known, source });
    }
    setPicking(null);
  };
  return (
    <div className={editorStyles.fields}>
      {bindings.length === 0 && <p className={styles.quiet}>{t('noBinding')}</p>}
      {bindings.map((one, i) => (
        // oxlint-disable-next-line react/no-array-index-key -- bindings have no name; their place is what they are
        <section key={i} className={editorStyles.binding}>
          <header>
            <b>{say(SOURCE_NAMES[one.source.kind])}</b>
            <Button kind="link" onClick={() => setPicking(i)}>{wordOf(one.source)}</Button>
            <Button kind="icon" aria-label={t('unbind')} title={t('unbind')} onClick={() => put(i, null)}>×</Button>
          </header>
          <Field label={t('does')} value={one.map.kind} options={MAP_KINDS} names={Object.fromEntries(MAP_KINDS.map((kind) => [kind, say(MAP_NAMES[kind])]))} onChange={(kind) => put(i, { ...one, map: fresh(kind as BindingMap['kind'], one.source) })} />
          <MapFields map={one.map} onChange={(map) => put(i, { ...one, map })} />
          <Field label={t('staleAfter')} number least={1} most={31_622_400} value={one.staleSeconds === undefined ? '' : String(one.staleSeconds)} onChange={(text) => put(i, withStale(one, text))} />
        </section>
      ))}
      <Button onClick={() => setPicking('new')} disabled={bindings.length >= 12}>{t('addBinding')}</Button>
      {picking !== null && <BindingPicker diagramId={diagramId} start={picking === 'new' ? null : (bindings[picking]?.source ?? null)} onPick={take} onClose={() => setPicking(null)} />}
    </div>
  );
} // prettier-ignore

function withStale({ staleSeconds: _stale, ...rest }: Binding, text: string): Binding {
  return text === '' ? rest : { ...rest, staleSeconds: Math.round(Number(text)) };
}

const amount = (text: string): number | null => (text === '' ? null : Number(text));
const shown = (value: number | null): string => (value === null ? '' : String(value));

function MapFields({ map, onChange }: { readonly map: BindingMap; readonly onChange: (map: BindingMap) => void }) {
  const t = useDiagramTexts();
  const say = useText();
  switch (map.kind) {
    case 'format':
      return (
        <>
          <Field label={t('decimals')} number least={0} most={6} value={String(map.decimals)} onChange={(text) => onChange({ ...map, decimals: Math.round(Number(text)) })} />
          <Field label={t('unit')} value={map.unit ?? ''} onChange={(text) => onChange({ ...map, unit: text === '' ? null : text.slice(0, 16) })} />
        </>
      );
    case 'visible':
      return (
        <>
          <Field label={t('from')} number value={shown(map.from)} onChange={(text) => onChange({ ...map, from: amount(text) })} />
          <Field label={t('to')} number value={shown(map.to)} onChange={(text) => onChange({ ...map, to: amount(text) })} />
        </>
      );
    case 'rotate':
      return <Field label={t('perUnit')} number least={-360} most={360} value={String(map.perUnit)} onChange={(text) => onChange({ ...map, perUnit: Number(text) })} />;
    case 'flow':
      return <Field label={t('leastFlow')} number least={0} value={String(map.least)} onChange={(text) => onChange({ ...map, least: Number(text) })} />;
    case 'range':
      return (
        <>
          {map.ranges.map((range, i) => {
            const put = (next: typeof range | null): void => onChange({ ...map, ranges: map.ranges.flatMap((each, n) => (n === i ? (next ? [next] : []) : [each])) });
            return (
              // oxlint-disable-next-line react/no-array-index-key -- ranges have no name; the first that holds counts
              <div key={i} className={editorStyles.range}>
                <Field label={t('from')} number value={shown(range.from)} onChange={(text) => put({ ...range, from: amount(text) })} />
                <Field label={t('to')} number value={shown(range.to)} onChange={(text) => put({ ...range, to: amount(text) })} />
                <Field label={t('look')} value={range.look} options={LOOKS} names={Object.fromEntries(LOOKS.map((look) => [look, say(LOOK_NAMES[look])]))} onChange={(look) => put({ ...range, look: look as Look })} />
                <Button kind="icon" aria-label={t('removeRange')} disabled={map.ranges.length === 1} onClick={() => put(null)}>×</Button>
              </div>
            );
          })}
          <Button kind="link" disabled={map.ranges.length >= 20} onClick={() => onChange({ ...map, ranges: [...map.ranges, { from: null, to: null, look: 'normal' }] })}>{t('addRange')}</Button>
        </>
      );
  }
} // prettier-ignore
