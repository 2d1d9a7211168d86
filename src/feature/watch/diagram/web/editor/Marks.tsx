import type { ElementOf, Scene, SceneElement } from '#contract/scene/scene.ts';
import { bendIndex, middlesOf } from '#domain/scene/edit/bends.ts';
import { type Box, boundsOf, elementsOf, portAt } from '#domain/scene/geometry.ts';
import { symbolOf } from '#domain/scene/symbol/symbols.ts';
import type { Guide } from './snapping.ts';
import type { Editing } from './useEditing.ts';
import type { BendHandle } from './usePointer.ts';

export interface MarksProps {
  readonly editing: Editing;
  readonly zoom: number;
  readonly marquee: Box | null;
  readonly guides: readonly Guide[];
}

/** More boxes than these are drawn as one around all. */
const MOST_BOXES = 200;

/** An element that is chosen, with the box around it. */
interface Chosen {
  readonly one: SceneElement;
  readonly box: Box;
}

/** What is chosen, its handle, the ports that a wire may meet, the lines in which it stands. */
export function Marks({ editing, zoom, marquee, guides }: MarksProps) {
  const { scene, selected, tool } = editing;
  const elements = elementsOf(scene);
  const thin = 1.2 / zoom;
  const chosen = [...selected].slice(0, MOST_BOXES).flatMap((id): Chosen[] => {
    const one = elements.get(id);
    return one ? [{ one, box: boundsOf(one, elements) }] : [];
  });
  const [single] = chosen.length === 1 ? chosen : [];
  const joinable = tool === 'wire' ? scene.elements : chosen.map(({ one }) => one);
  return (
    <>
      {chosen.map(({ one, box }) => (
        <rect
          key={one.id}
          {...wider(box, 3)}
          fill="none"
          stroke="var(--primary)"
          strokeWidth={thin}
          strokeDasharray={one.type === 'wire' ? `${4 / zoom}` : undefined}
          pointerEvents="none"
        />
      ))}
      {single && single.one.type !== 'wire' && <Handle chosen={single} zoom={zoom} />}
      {single?.one.type === 'wire' && <Bends scene={scene} wire={single.one} zoom={zoom} />}
      <Ports elements={joinable} zoom={zoom} />
      <Guides guides={guides} zoom={zoom} />
      {marquee && (
        <rect
          x={marquee.x}
          y={marquee.y}
          width={marquee.w}
          height={marquee.h}
          fill="var(--primary)"
          fillOpacity="0.08"
          stroke="var(--primary)"
          strokeWidth={thin}
          pointerEvents="none"
        />
      )}
    </>
  );
}

/** A box with so much around it. */
const wider = ({ x, y, w, h }: Box, by: number) => ({
  x: x - by,
  y: y - by,
  width: w + 2 * by,
  height: h + 2 * by,
});

/** px: half of a handle on the screen. */
const HANDLE = 4;

/** The corner that is dragged to size an element. */
function Handle({ chosen: { one, box }, zoom }: { readonly chosen: Chosen; readonly zoom: number }) {
  const r = HANDLE / zoom;
  return (
    <rect
      x={box.x + box.w + 3 - r}
      y={box.y + box.h + 3 - r}
      width={2 * r}
      height={2 * r}
      fill="var(--container)"
      stroke="var(--primary)"
      strokeWidth={1.2 / zoom}
      style={{ cursor: 'nwse-resize' }}
      data-handle={JSON.stringify({ ...box, id: one.id })}
    />
  );
}

interface BendsProps {
  readonly scene: Scene;
  readonly wire: ElementOf<'wire'>;
  readonly zoom: number;
}

/** The corners of a wire, and the middles of its straight parts, where new ones are dragged out of it. */
function Bends({ scene, wire, zoom }: BendsProps) {
  const { id } = wire;
  const marks = [
    ...middlesOf(scene, wire).map((at) => ({ at, index: bendIndex(scene, wire, at), fresh: true })),
    ...(wire.bends ?? []).map((at, index) => ({ at, index, fresh: false })),
  ];
  return marks.map(({ at, index, fresh }) => (
    <circle
      key={`${fresh ? 'middle' : index} ${at.x} ${at.y}`}
      cx={at.x}
      cy={at.y}
      r={(fresh ? HANDLE * 0.8 : HANDLE) / zoom}
      fill={fresh ? 'var(--container)' : 'var(--primary)'}
      stroke="var(--primary)"
      strokeWidth={1.2 / zoom}
      style={{ cursor: 'move' }}
      data-bend={JSON.stringify({ id, index, fresh } satisfies BendHandle)}
    />
  ));
}

/** The ports of symbols. */
function Ports({ elements, zoom }: { readonly elements: readonly SceneElement[]; readonly zoom: number }) {
  const ports = elements.flatMap((one) =>
    one.type === 'symbol'
      ? (symbolOf(one.symbol)?.ports ?? []).flatMap(({ id }) => {
          const at = portAt(one, id);
          return at ? [{ key: `${one.id} ${id}`, at }] : [];
        })
      : [],
  );
  return ports.map(({ key, at }) => (
    <circle
      key={key}
      cx={at.x}
      cy={at.y}
      r={(HANDLE * 0.8) / zoom}
      fill="var(--container)"
      stroke="var(--primary)"
      strokeWidth={1.2 / zoom}
      pointerEvents="none"
    />
  ));
}

/** Lines in which what is moved stands with others. */
function Guides({ guides, zoom }: Pick<MarksProps, 'guides' | 'zoom'>) {
  return guides.map(({ axis, at, from, to }) => (
    <path
      key={axis}
      d={axis === 'x' ? `M${at} ${from}V${to}` : `M${from} ${at}H${to}`}
      stroke="var(--primary)"
      strokeWidth={1.2 / zoom}
      strokeDasharray={`${5 / zoom} ${3 / zoom}`}
      pointerEvents="none"
    />
  ));
}
