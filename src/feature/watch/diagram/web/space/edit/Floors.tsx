import DeleteOutlined from '@ant-design/icons-svg/es/asn/DeleteOutlined';
import EyeInvisibleOutlined from '@ant-design/icons-svg/es/asn/EyeInvisibleOutlined';
import EyeOutlined from '@ant-design/icons-svg/es/asn/EyeOutlined';
import LockOutlined from '@ant-design/icons-svg/es/asn/LockOutlined';
import PlusOutlined from '@ant-design/icons-svg/es/asn/PlusOutlined';
import UnlockOutlined from '@ant-design/icons-svg/es/asn/UnlockOutlined';
import { type Floor, MOST_FLOORS, nameIn, type Space } from '#contract/scene/space.ts';
import { addFloor } from '#domain/scene/space/edit.ts';
import { formatNumber } from '#domain/figure/number.ts';
import { useLanguage } from '#web/text/language.ts';
import { Button } from '#web/ui/Button.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import { STEPS } from '../../editor/commands.ts';
import editorStyles from '../../editor/Editor.module.css';
import { Field } from '../../editor/Field.tsx';
import { Tool } from '../../Tool.tsx';
import { useDiagramTexts } from '../../useDiagramTexts.ts';
import type { SpaceEditing } from './useSpaceEditing.ts';

/** A floor with a switch of it the other way. */
function flipped(floor: Floor, key: 'hidden' | 'locked'): Floor {
  const { [key]: on, ...rest } = floor;
  return on ? rest : { ...rest, [key]: true };
}

/** The floors, the uppermost first: how high, shown or hidden, open or locked; new bodies come onto the one that is chosen. */
export function Floors({ editing }: { readonly editing: SpaceEditing }) {
  const t = useDiagramTexts();
  const { scene } = editing.history;
  const put = (change: (floors: readonly Floor[]) => Floor[]): void =>
    editing.act(STEPS.layer, (now): Space => ({ ...now, floors: change(now.floors) }), editing.selected);
  const set = (id: string, change: (floor: Floor) => Floor): void =>
    put((now) => now.map((one) => (one.id === id ? change(one) : one)));
  const add = (): void => {
    const made = addFloor(scene, t('newFloor', { n: scene.floors.length + 1 }));
    editing.act(STEPS.layer, () => made.space);
    editing.setFloor(made.id);
  };
  const chosen = scene.floors.find(({ id }) => id === editing.floor);
  const full = scene.floors.length >= MOST_FLOORS;
  return (
    <Panel
      title={t('floors')}
      flush
      extra={<Tool label={t('addFloor')} icon={PlusOutlined} onClick={full ? null : add} />}
    >
      <ul className={editorStyles.layers}>
        {scene.floors
          .toSorted((a, b) => b.z - a.z)
          .map((one) => (
            <FloorRow
              key={one.id}
              floor={one}
              count={scene.elements.filter(({ floor }) => floor === one.id).length}
              chosen={one.id === editing.floor}
              onChoose={() => editing.setFloor(one.id)}
              onFlip={(key) => set(one.id, (each) => flipped(each, key))}
              onDrop={
                scene.floors.length > 1 ? () => put((now) => now.filter(({ id }) => id !== one.id)) : null
              }
            />
          ))}
      </ul>
      {chosen && (
        <FloorFields
          key={chosen.id}
          floor={chosen}
          onChange={(part) => set(chosen.id, (one) => ({ ...one, ...part }))}
        />
      )}
    </Panel>
  );
}

interface FloorFieldsProps {
  readonly floor: Floor;
  readonly onChange: (part: Partial<Pick<Floor, 'name' | 'nameEn' | 'z'>>) => void;
}

function FloorFields({ floor, onChange }: FloorFieldsProps) {
  const t = useDiagramTexts();
  return (
    <div className={editorStyles.floorFields}>
      <Field
        label={t('name')}
        value={floor.name}
        pattern={/^.{1,60}$/}
        onChange={(name) => onChange({ name })}
      />
      <Field
        label={t('nameEn')}
        value={floor.nameEn ?? ''}
        pattern={/^.{0,60}$/}
        onChange={(nameEn) => onChange({ nameEn: nameEn || undefined })}
      />
      <Field
        label={t('heightOfFloor')}
        number
        least={-10_000}
        most={10_000}
        value={String(floor.z)}
        onChange={(text) => text !== '' && onChange({ z: Number(text) })}
      />
    </div>
  );
}

interface FloorRowProps {
  readonly floor: Floor;
  /** Bodies on it. */
  readonly count: number;
  readonly chosen: boolean;
  readonly onChoose: () => void;
  readonly onFlip: (key: 'hidden' | 'locked') => void;
  /** Null = it is the only one. */
  readonly onDrop: (() => void) | null;
}

function FloorRow({ floor, count, chosen, onChoose, onFlip, onDrop }: FloorRowProps) {
  const t = useDiagramTexts();
  const language = useLanguage();
  const name = nameIn(floor, language);
  const { hidden, locked, z } = floor;
  return (
    <li data-on={chosen || undefined}>
      <Tool
        label={t(hidden ? 'show' : 'hide', { name })}
        icon={hidden ? EyeInvisibleOutlined : EyeOutlined}
        on={!hidden}
        onClick={() => onFlip('hidden')}
      />
      <Tool
        label={t(locked ? 'unlock' : 'lock', { name })}
        icon={locked ? LockOutlined : UnlockOutlined}
        on={locked === true}
        onClick={() => onFlip('locked')}
      />
      <Button kind="bare" aria-pressed={chosen} onClick={onChoose}>
        {name}
      </Button>
      <small>
        {formatNumber(z, 1)} m · {count}
      </small>
      {count === 0 && onDrop && (
        <Tool label={t('removeFloor', { name })} icon={DeleteOutlined} onClick={onDrop} />
      )}
    </li>
  );
}
