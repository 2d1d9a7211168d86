import { useState } from 'react';
import {
  type Binding,
  type BindingMap,
  type Look,
  LOOKS,
  MAP_KINDS,
  type Source,
} from '#contract/scene/binding.ts';
import type { Bound as BoundElement } from '#contract/scene/scene.ts';
import { dataCode } from '#contract/dataCode.ts';
import type { Names } from '#domain/scene/label.ts';
import { useText } from '#web/text/useTexts.ts';
import { Button } from '#web/ui/Button.tsx';
import kit from '#web/ui/kit.module.css';
import styles from '../Diagram.module.css';
import { FIGURE_NAMES, LOOK_NAMES, MAP_NAMES, SOURCE_NAMES } from '../names.ts';
import { useDiagramTexts } from '../useDiagramTexts.ts';
import { CloseIcon } from '../CloseIcon.tsx';
import { BindingPicker } from './BindingPicker.tsx';
import { Field } from './Field.tsx';
import editorStyles from './Editor.module.css';

export interface BindingsProps {
  readonly element: Pick<BoundElement, 'bindings'>;
  readonly diagramId: number;
  readonly names: Names;
  readonly bindAsked: number;
  readonly onChange: (bindings: readonly Binding[]) => void;
}

const SIGNAL_LOOKS: BindingMap = {
  kind: 'range',
  ranges: [
    { from: 1, to: 1, look: 'closed' },
    { from: 0, to: 0, look: 'open' },
  ],
};
const ALARM_LOOKS: BindingMap = {
  kind: 'range',
  ranges: [
    { from: 1, to: 2, look: 'alarm' },
    { from: 3, to: 4, look: 'warning' },
    { from: 0, to: 0, look: 'normal' },
  ],
};
const LIMIT_LOOKS: BindingMap = {
  kind: 'range',
  ranges: [
    { from: 90, to: null, look: 'alarm' },
    { from: 70, to: 90, look: 'warning' },
    { from: null, to: 70, look: 'normal' },
  ],
};

/** The looks that a source usually has. */
const usualLooks = ({ kind }: Source): BindingMap =>
  kind === 'signal' ? SIGNAL_LOOKS : kind === 'alarm' ? ALARM_LOOKS : LIMIT_LOOKS;

/** What a new binding does, by what it reads. */
const usualMap = (source: Source): BindingMap =>
  source.kind === 'signal' || source.kind === 'alarm'
    ? usualLooks(source)
    : { kind: 'format', decimals: 0, unit: null };

const fresh = (kind: BindingMap['kind'], source: Source): BindingMap => {
  switch (kind) {
    case 'range':
      return usualLooks(source);
    case 'format':
      return { kind, decimals: 0, unit: null };
    case 'visible':
      return { kind, from: 1, to: null };
    case 'rotate':
      return { kind, perUnit: 1 };
    case 'flow':
      return { kind, least: 0 };
  }
};

/** What a source is called: its meter, and what of it. */
function useSourceWords(names: Names): (source: Source) => string {
  const say = useText();
  return (source) => {
    if (source.kind === 'signal') return `#${source.signalPointId}`;
    const meter = names.get(source.ammeterId);
    const whose = meter ? `${meter.code} ${meter.name}` : `#${source.ammeterId}`;
    if (source.kind === 'alarm') return whose;
    if (source.kind === 'figure') return `${whose} · ${say(FIGURE_NAMES[source.figure])}`;
    const { dataCode: code } = source;
    return `${whose} · ${say(dataCode(code)?.label ?? { zh: code, en: code })}`;
  };
}

/** The bindings of an element: where each reads, and what it makes of it. */
export function Bindings({ element, diagramId, names, bindAsked, onChange }: BindingsProps) {
  const t = useDiagramTexts();
  const [picking, setPicking] = useState<number | 'new' | null>(null);
  const [asked, setAsked] = useState(bindAsked);
  if (asked !== bindAsked) {
    setAsked(bindAsked);
    setPicking('new');
  }
  const bindings = element.bindings ?? [];
  const put = (i: number, one: Binding | null): void =>
    onChange(bindings.flatMap((each, n) => (n === i ? (one ? [one] : []) : [each])));
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
      {bindings.length === 0 && <p className={`${kit.hint} ${styles.quiet}`}>{t('noBinding')}</p>}
      {bindings.map((one, i) => (
        <BindingFields
          // oxlint-disable-next-line react/no-array-index-key -- bindings have no name; their place is what they are
          key={i}
          binding={one}
          names={names}
          onPick={() => setPicking(i)}
          onChange={(next) => put(i, next)}
        />
      ))}
      <Button onClick={() => setPicking('new')} disabled={bindings.length >= 12}>
        {t('addBinding')}
      </Button>
      {picking !== null && (
        <BindingPicker
          diagramId={diagramId}
          start={picking === 'new' ? null : (bindings[picking]?.source ?? null)}
          onPick={take}
          onClose={() => setPicking(null)}
        />
      )}
    </div>
  );
}

interface BindingFieldsProps {
  readonly binding: Binding;
  readonly names: Names;
  readonly onPick: () => void;
  /** Null = it is taken off. */
  readonly onChange: (binding: Binding | null) => void;
}

function BindingFields({ binding, names, onPick, onChange }: BindingFieldsProps) {
  const t = useDiagramTexts();
  const say = useText();
  const wordsOf = useSourceWords(names);
  const { source, map, staleSeconds } = binding;
  return (
    <section className={editorStyles.binding}>
      <header>
        <b>{say(SOURCE_NAMES[source.kind])}</b>
        <Button kind="link" onClick={onPick}>
          {wordsOf(source)}
        </Button>
        <Button kind="icon" aria-label={t('unbind')} title={t('unbind')} onClick={() => onChange(null)}>
          <CloseIcon />
        </Button>
      </header>
      <Field
        label={t('does')}
        value={map.kind}
        options={MAP_KINDS}
        names={Object.fromEntries(MAP_KINDS.map((kind) => [kind, say(MAP_NAMES[kind])]))}
        onChange={(kind) => onChange({ ...binding, map: fresh(kind as BindingMap['kind'], source) })}
      />
      <MapFields map={map} onChange={(next) => onChange({ ...binding, map: next })} />
      <Field
        label={t('staleAfter')}
        number
        least={1}
        most={31_622_400}
        value={staleSeconds === undefined ? '' : String(staleSeconds)}
        onChange={(text) => onChange(withStale(binding, text))}
      />
    </section>
  );
}

function withStale({ staleSeconds: _stale, ...rest }: Binding, text: string): Binding {
  return text === '' ? rest : { ...rest, staleSeconds: Math.round(Number(text)) };
}

const amount = (text: string): number | null => (text === '' ? null : Number(text));
const shown = (value: number | null): string => (value === null ? '' : String(value));

interface MapFieldsProps {
  readonly map: BindingMap;
  readonly onChange: (map: BindingMap) => void;
}

/** What a binding makes of a value. */
function MapFields({ map, onChange }: MapFieldsProps) {
  const t = useDiagramTexts();
  switch (map.kind) {
    case 'format':
      return <FormatFields map={map} onChange={onChange} />;
    case 'visible':
      return (
        <>
          <Bound label={t('from')} value={map.from} onChange={(from) => onChange({ ...map, from })} />
          <Bound label={t('to')} value={map.to} onChange={(to) => onChange({ ...map, to })} />
        </>
      );
    case 'rotate':
      return (
        <Field
          label={t('perUnit')}
          number
          least={-360}
          most={360}
          value={String(map.perUnit)}
          onChange={(text) => onChange({ ...map, perUnit: Number(text) })}
        />
      );
    case 'flow':
      return (
        <Field
          label={t('leastFlow')}
          number
          least={0}
          value={String(map.least)}
          onChange={(text) => onChange({ ...map, least: Number(text) })}
        />
      );
    case 'range':
      return <Ranges map={map} onChange={onChange} />;
  }
}

interface BoundProps {
  readonly label: string;
  /** Null = without end. */
  readonly value: number | null;
  readonly onChange: (value: number | null) => void;
}

/** An end of a range. */
function Bound({ label, value, onChange }: BoundProps) {
  return <Field label={label} number value={shown(value)} onChange={(text) => onChange(amount(text))} />;
}

type OfKind<K extends BindingMap['kind']> = Extract<BindingMap, { kind: K }>;

function FormatFields({
  map,
  onChange,
}: { readonly map: OfKind<'format'> } & Pick<MapFieldsProps, 'onChange'>) {
  const t = useDiagramTexts();
  return (
    <>
      <Field
        label={t('decimals')}
        number
        least={0}
        most={6}
        value={String(map.decimals)}
        onChange={(text) => onChange({ ...map, decimals: Math.round(Number(text)) })}
      />
      <Field
        label={t('unit')}
        value={map.unit ?? ''}
        onChange={(text) => onChange({ ...map, unit: text === '' ? null : text.slice(0, 16) })}
      />
    </>
  );
}

type RangeOf = OfKind<'range'>['ranges'][number];

function Ranges({ map, onChange }: { readonly map: OfKind<'range'> } & Pick<MapFieldsProps, 'onChange'>) {
  const t = useDiagramTexts();
  const { ranges } = map;
  const put = (i: number, next: RangeOf | null): void =>
    onChange({ ...map, ranges: ranges.flatMap((each, n) => (n === i ? (next ? [next] : []) : [each])) });
  return (
    <>
      {ranges.map((range, i) => (
        <RangeFields
          // oxlint-disable-next-line react/no-array-index-key -- ranges have no name; the first that holds counts
          key={i}
          range={range}
          only={ranges.length === 1}
          onChange={(next) => put(i, next)}
        />
      ))}
      <Button
        kind="link"
        disabled={ranges.length >= 20}
        onClick={() => onChange({ ...map, ranges: [...ranges, { from: null, to: null, look: 'normal' }] })}
      >
        {t('addRange')}
      </Button>
    </>
  );
}

interface RangeFieldsProps {
  readonly range: RangeOf;
  readonly only: boolean;
  readonly onChange: (range: RangeOf | null) => void;
}

function RangeFields({ range, only, onChange }: RangeFieldsProps) {
  const t = useDiagramTexts();
  const say = useText();
  return (
    <div className={editorStyles.range}>
      <Bound label={t('from')} value={range.from} onChange={(from) => onChange({ ...range, from })} />
      <Bound label={t('to')} value={range.to} onChange={(to) => onChange({ ...range, to })} />
      <Field
        label={t('look')}
        value={range.look}
        options={LOOKS}
        names={Object.fromEntries(LOOKS.map((look) => [look, say(LOOK_NAMES[look])]))}
        onChange={(look) => onChange({ ...range, look: look as Look })}
      />
      <Button kind="icon" aria-label={t('removeRange')} disabled={only} onClick={() => onChange(null)}>
        <CloseIcon />
      </Button>
    </div>
  );
}
