import { useFrame, useThree } from '@react-three/fiber';
import { useEffect, useMemo, type RefObject } from 'react';
import { Vector3 } from 'three';
import type { SpaceBody } from '#contract/scene/space.ts';
import type { Paint } from '#domain/scene/space/paint.ts';
import { floorsOf, footOf, heightOf } from '#domain/scene/space/shape.ts';
import { frameOf } from './parts.ts';
import styles from '../Space.module.css';
import type { StageContent } from './StageContent.ts';

/** So many labels at most are placed: more could not be read. */
const MOST = 300;

const told = (body: SpaceBody, paints: ReadonlyMap<string, Paint>): boolean => {
  const paint = paints.get(body.id);
  return paint !== undefined && paint.shown && (paint.lines.length > 0 || paint.alarm > 0);
};

/** Bodies that have something to say. */
const labelled = ({ bodies, paints }: Pick<StageContent, 'bodies' | 'paints'>): readonly SpaceBody[] =>
  bodies.filter((one) => told(one, paints)).slice(0, MOST);

/** Words over the picture, beside the bodies that they name. */
export function LabelWords({
  content,
  host,
}: {
  readonly content: StageContent;
  readonly host: RefObject<HTMLDivElement | null>;
}) {
  const { paints, chosen } = content;
  return (
    <div ref={host} className={styles.labels} aria-hidden="true">
      {labelled(content).map(({ id }) => {
        const { lines = [], alarm = 0, look = null } = paints.get(id) ?? {};
        return (
          <div
            key={id}
            data-label={id}
            data-look={look ?? undefined}
            data-chosen={chosen.has(id) || undefined}
          >
            {alarm > 0 && <i data-alarm={alarm <= 2 ? 'urgent' : 'warning'}>{alarm <= 2 ? '◆' : '▲'} </i>}
            {lines.length > 0 && <span>{lines.join('\n')}</span>}
          </div>
        );
      })}
    </div>
  );
}

/** The place above which the words of a body stand. */
function anchorOf(body: SpaceBody, foot: number): Vector3 {
  const frame = frameOf(body, foot);
  if (body.type !== 'pipe') return new Vector3(0, 0, heightOf(body)).applyMatrix4(frame);
  const [from, to] = body.points;
  if (!from || !to) return new Vector3().applyMatrix4(frame);
  const half = new Vector3((from.x + to.x) / 2, (from.y + to.y) / 2, (from.z + to.z) / 2 + body.r);
  return half.applyMatrix4(frame);
}

interface Box {
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
}
const meets = (a: Box, b: Box): boolean =>
  a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h;

/** Moves the words to their places whenever the picture is drawn; of those that would lie on each other the nearer is shown. */
export function LabelPlaces({
  content,
  host,
}: {
  readonly content: StageContent;
  readonly host: RefObject<HTMLDivElement | null>;
}) {
  const camera = useThree((state) => state.camera);
  const size = useThree((state) => state.size);
  const invalidate = useThree((state) => state.invalidate);
  const anchors = useMemo(() => {
    const floors = floorsOf(content.space);
    return new Map(labelled(content).map((one) => [one.id, anchorOf(one, footOf(one, floors))]));
  }, [content]);
  useEffect(() => invalidate(), [anchors, invalidate]);
  useFrame(() => {
    const words = [...(host.current?.children ?? [])] as HTMLElement[];
    const placed = words.flatMap((word) => {
      const anchor = anchors.get(word.dataset['label'] ?? '');
      if (!anchor) return [];
      const on = anchor.clone().project(camera);
      const [w, h] = [word.offsetWidth, word.offsetHeight];
      const [x, y] = [((on.x + 1) / 2) * size.width - w / 2, ((1 - on.y) / 2) * size.height - h - 6];
      const first = word.dataset['chosen'] !== undefined ? -1 : anchor.distanceTo(camera.position);
      return [{ word, box: { x, y, w, h }, first, ahead: Math.abs(on.z) < 1 }];
    });
    const taken: Box[] = [];
    for (const { word, box, ahead } of placed.toSorted((a, b) => a.first - b.first)) {
      const free = ahead && !taken.some((other) => meets(box, other));
      if (free) taken.push(box);
      word.style.visibility = free ? 'visible' : 'hidden';
      word.style.transform = `translate(${Math.round(box.x)}px, ${Math.round(box.y)}px)`;
    }
  });
  return null;
}
