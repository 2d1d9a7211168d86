import { useState } from 'react';
import type { Binding } from '#contract/scene/binding.ts';
import { TONES } from '#contract/scene/scene.ts';
import type { SpaceBody } from '#contract/scene/space.ts';
import { nameOf } from '#domain/scene/label.ts';
import { changeBodies } from '#domain/scene/space/edit.ts';
import { areaOf } from '#domain/scene/space/shape.ts';
import { formatNumber } from '#domain/figure/number.ts';
import { useText } from '#web/text/useTexts.ts';
import { Panel } from '#web/ui/Panel.tsx';
import { Segmented } from '#web/ui/Segmented.tsx';
import kit from '#web/ui/kit.module.css';
import styles from '../../Diagram.module.css';
import { Bindings } from '../../editor/Bindings.tsx';
import { STEPS } from '../../editor/commands.ts';
import editorStyles from '../../editor/Editor.module.css';
import { Field } from '../../editor/Field.tsx';
import { BODY_NAMES, TONE_NAMES } from '../../names.ts';
import { useDiagramTexts } from '../../useDiagramTexts.ts';
import { CORNERS_2, CORNERS_3, cornersText, readCorners } from './corners.ts';
import type { SpaceBench } from './SpaceEditor.tsx';

export interface SpacePropertiesProps {
  readonly bench: SpaceBench;
  /** Counts up when a binding is to be chosen by key. */
  readonly bindAsked: number;
}

type Tab = 'bindings' | 'look' | 'place';
type Change = (values: Readonly<Record<string, unknown>>) => void;

/** A body with other values; what becomes undefined is left out. */
function withValues(body: SpaceBody, values: Readonly<Record<string, unknown>>): SpaceBody {
  const parts = Object.entries({ ...body, ...values }).filter(([, value]) => value !== undefined);
  return Object.fromEntries(parts) as SpaceBody;
}

/** What the chosen body is: its bindings, its looks, where it stands. */
export function SpaceProperties({ bench, bindAsked }: SpacePropertiesProps) {
  const t = useDiagramTexts();
  const say = useText();
  const { editing, names, diagram } = bench;
  const [tab, setTab] = useState<Tab>('bindings');
  const [asked, setAsked] = useState(bindAsked);
  if (asked !== bindAsked) {
    setAsked(bindAsked);
    setTab('bindings');
  }
  const [id] = editing.selected.size === 1 ? editing.selected : [];
  const one = editing.history.scene.elements.find((each) => each.id === id);
  const change: Change = (values) =>
    editing.act(STEPS.set, (now) => changeBodies(now, editing.selected, (body) => withValues(body, values)));
  if (!one)
    return (
      <Panel title={t('properties')}>
        <p className={`${kit.hint} ${styles.quiet}`}>
          {editing.selected.size === 0 ? t('chooseBody') : t('chosen', { n: editing.selected.size })}
        </p>
        {editing.selected.size > 0 && <FloorField bench={bench} floor="" change={change} />}
      </Panel>
    );
  return (
    <Panel title={t('properties')} unit={`${say(BODY_NAMES[one.type])} ${nameOf(one, names)}`}>
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
          diagramId={diagram.monitorDiagramId}
          names={names}
          bindAsked={bindAsked}
          onChange={(bindings: readonly Binding[]) =>
            change({ bindings: bindings.length === 0 ? undefined : bindings })
          }
        />
      )}
      {tab === 'look' && <Look key={one.id} one={one} change={change} />}
      {tab === 'place' && <Place key={one.id} one={one} bench={bench} change={change} />}
    </Panel>
  );
}

interface PartProps {
  readonly one: SpaceBody;
  readonly change: Change;
}

function Look({ one, change }: PartProps) {
  const t = useDiagramTexts();
  const say = useText();
  const area = areaOf(one);
  return (
    <div className={editorStyles.fields}>
      <Field
        label={t('label')}
        value={one.label ?? ''}
        help={t('labelHelp')}
        pattern={/^.{0,200}$/}
        onChange={(label) => change({ label: label === '' ? undefined : label })}
      />
      <Field
        label={t('tone')}
        value={one.tone ?? ''}
        options={['', ...TONES]}
        names={Object.fromEntries(TONES.map((tone) => [tone, say(TONE_NAMES[tone])]))}
        onChange={(tone) => change({ tone: tone === '' ? undefined : tone })}
      />
      <label className={editorStyles.row}>
        <span>{t('glass')}</span>
        <input
          type="checkbox"
          checked={one.glass === true}
          onChange={(event) => change({ glass: event.target.checked ? true : undefined })}
        />
      </label>
      <Field
        label={t('areaOf')}
        number
        least={0.01}
        most={10_000_000}
        value={one.area === undefined ? '' : String(one.area)}
        onChange={(text) => change({ area: text === '' ? undefined : Number(text) })}
      />
      <p className={`${kit.hint} ${styles.quiet}`}>
        {one.area === undefined && area !== null ? t('areaByItself', { area: formatNumber(area, 1) }) : ''}{' '}
        {t('looksFollowSpace')}
      </p>
    </div>
  );
}

/** The lengths of a body that are numbers, with what they are called. */
const LENGTHS = [
  ['w', 'bodyWidth'],
  ['d', 'bodyDepth'],
  ['h', 'bodyHeight'],
  ['r', 'bodyRadius'],
] as const;

function Place({ one, bench, change }: PartProps & Pick<SpacePropertiesProps, 'bench'>) {
  const t = useDiagramTexts();
  const number = (label: string, key: string, value: number, least: number, most: number) => (
    <Field
      key={key}
      label={label}
      number
      least={least}
      most={most}
      value={String(value)}
      onChange={(text) => text !== '' && change({ [key]: Number(text) })}
    />
  );
  const lengths: Readonly<Record<string, unknown>> = one;
  return (
    <div className={editorStyles.fields}>
      {number('X, m', 'x', one.x, -10_000, 10_000)}
      {number('Y, m', 'y', one.y, -10_000, 10_000)}
      {number('Z, m', 'z', one.z, -10_000, 10_000)}
      {LENGTHS.map(([key, text]) => {
        const value = lengths[key];
        return typeof value === 'number' ? number(t(text), key, value, 0.01, 10_000) : null;
      })}
      {number(t('bodyTurn'), 'turn', one.turn ?? 0, -360, 360)}
      {number(t('bodyTilt'), 'tilt', one.tilt ?? 0, -360, 360)}
      {one.type === 'model' && number(t('modelScale'), 'scale', one.scale, 0.001, 1000)}
      {(one.type === 'pipe' || one.type === 'outline') && (
        <Field
          label={t('corners')}
          help={t(one.type === 'pipe' ? 'cornersOfPipe' : 'cornersOfOutline')}
          value={cornersText(one.points)}
          pattern={one.type === 'pipe' ? CORNERS_3 : CORNERS_2}
          onChange={(text) => change({ points: readCorners(text, one.type === 'pipe') })}
        />
      )}
      <FloorField bench={bench} floor={one.floor} change={change} />
    </div>
  );
}

interface FloorFieldProps {
  readonly bench: SpaceBench;
  /** Empty = several. */
  readonly floor: string;
  readonly change: Change;
}

function FloorField({ bench, floor, change }: FloorFieldProps) {
  const t = useDiagramTexts();
  const { floors } = bench.editing.history.scene;
  return (
    <Field
      label={t('floor')}
      value={floor}
      options={[...(floor === '' ? [''] : []), ...floors.map(({ id }) => id)]}
      names={Object.fromEntries(floors.map(({ id, name }) => [id, name]))}
      onChange={(next) => next !== '' && change({ floor: next })}
    />
  );
}
