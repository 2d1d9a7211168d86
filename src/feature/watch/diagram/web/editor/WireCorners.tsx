import DeleteOutlined from '@ant-design/icons-svg/es/asn/DeleteOutlined';
import PlusOutlined from '@ant-design/icons-svg/es/asn/PlusOutlined';
import { type ElementOf, MOST_BENDS } from '#contract/scene/scene.ts';
import { bendIndex, dropBend, insertBend, middlesOf, moveBend } from '#domain/scene/edit/bends.ts';
import { Tool } from '../Tool.tsx';
import { STEPS } from './commands.ts';
import editorStyles from './Editor.module.css';
import { Field } from './Field.tsx';
import { useBenchTexts } from './useBenchTexts.ts';
import type { Editing } from './useEditing.ts';

export interface WireCornersProps {
  readonly one: ElementOf<'wire'>;
  readonly editing: Editing;
}

/** The corners of a wire as numbers, for whoever drags none. */
export function WireCorners({ one, editing }: WireCornersProps) {
  const t = useBenchTexts();
  const bends = one.bends ?? [];
  const { scene } = editing.history;
  const [middle] = middlesOf(scene, one);
  const add = (): void => {
    if (!middle) return;
    const at = { x: Math.round(middle.x), y: Math.round(middle.y) };
    editing.act(STEPS.bend, (now) => insertBend(now, one.id, bendIndex(now, one, at), at));
  };
  return (
    <section className={editorStyles.fields} aria-label={t('cornersOfWire')}>
      <div className={editorStyles.row}>
        <span>{t('cornersOfWire')}</span>
        <Tool
          label={t('addCorner')}
          icon={PlusOutlined}
          onClick={middle && bends.length < MOST_BENDS ? add : null}
        />
      </div>
      {bends.map((bend, i) => (
        // A corner is what its number says: it has no name of its own.
        <div key={`${i} of ${bends.length}`} className={editorStyles.fields}>
          {(['x', 'y'] as const).map((axis) => (
            <Field
              key={axis}
              label={t('corner', { n: i + 1, axis: axis.toUpperCase() })}
              number
              value={String(Math.round(bend[axis] * 10) / 10)}
              least={-1_000_000}
              most={1_000_000}
              onChange={(text) =>
                text !== '' &&
                editing.act(STEPS.bend, (now) => moveBend(now, one.id, i, { ...bend, [axis]: Number(text) }))
              }
            />
          ))}
          <Tool
            label={t('dropCorner', { n: i + 1 })}
            icon={DeleteOutlined}
            onClick={() => editing.act(STEPS.bend, (now) => dropBend(now, one.id, i))}
          />
        </div>
      ))}
    </section>
  );
}
