import type { Binding, Source } from '#contract/scene/binding.ts';
import type { Scene, SceneElement } from '#contract/scene/scene.ts';
import { around, boundsOf, elementsOf, type Point } from '../geometry.ts';
import { copyOf, paste } from './copy.ts';
import type { TemplateObject } from './objectTemplate.ts';

/** Stands in a label for the name of the object for which a template is put. */
const OBJECT = '{object}';

/** Numbers meters and points in the order in which they are first named: a template names no device. */
function numbering(): (id: number) => number {
  const known = new Map<number, number>();
  return (id) => {
    const number = known.get(id) ?? known.size + 1;
    known.set(id, number);
    return number;
  };
}

/**
 * Elements as a template: the middle of their top at the origin, one group, and in place of meters and signal points 1, 2, 3 … in
 * the order in which they appear; item codes, limits and formats stay. A label that is the name of an object becomes `{object}`.
 * @param names those of objects of the site
 */
export function templateOf(
  scene: Scene,
  ids: ReadonlySet<string>,
  names: ReadonlySet<string>,
): readonly SceneElement[] {
  const copied = copyOf(scene, ids).elements;
  const elements = elementsOf(scene);
  const { x, y, w } = around(copied.map((one) => boundsOf(one, elements)));
  const [meters, points] = [numbering(), numbering()];
  const bare = (source: Source): Source =>
    source.kind === 'signal'
      ? { ...source, signalPointId: points(source.signalPointId) }
      : { ...source, ammeterId: meters(source.ammeterId) };
  const named = copied.map((one): SceneElement => {
    const label = 'label' in one && one.label !== undefined && names.has(one.label) ? OBJECT : undefined;
    return {
      ...one,
      group: 'g1',
      ...(one.bindings
        ? { bindings: one.bindings.map((each) => ({ ...each, source: bare(each.source) })) }
        : {}),
      ...(label === undefined ? {} : { label }),
    } as SceneElement;
  });
  const middle = Math.round((x + w / 2) / 10) * 10;
  const begun: Scene = { ...scene, elements: [] };
  return paste(begun, { format: 'scene-clip', elements: named }, -middle, -Math.round(y / 10) * 10).scene
    .elements;
}

/** The meters of an object, and its breaker, in place of the numbers of a template; what it has none for is bound to nothing. */
function boundFor({ meters, breakerId }: TemplateObject, bindings: readonly Binding[]): Binding[] {
  return bindings.flatMap((one): Binding[] => {
    const { source } = one;
    if (source.kind === 'signal')
      return source.signalPointId === 1 && breakerId !== null
        ? [{ ...one, source: { ...source, signalPointId: breakerId } }]
        : [];
    const meter = meters[source.ammeterId - 1];
    return meter ? [{ ...one, source: { ...source, ammeterId: meter.ammeterId } }] : [];
  });
}

/** Puts a template that people made on a sheet for an object. @param at the middle of its top @returns the scene and the new elements */
export function putTemplate(
  scene: Scene,
  template: readonly SceneElement[],
  object: TemplateObject,
  at: Point,
): { readonly scene: Scene; readonly ids: readonly string[] } {
  const elements = template.map((one): SceneElement => {
    const { bindings, ...rest } = one;
    const bound = boundFor(object, bindings ?? []);
    return {
      ...rest,
      ...(bound.length > 0 ? { bindings: bound } : {}),
      ...('label' in one && one.label === OBJECT ? { label: object.name } : {}),
    } as SceneElement;
  });
  const [x, y] = [Math.round(at.x / 10) * 10, Math.round(at.y / 10) * 10];
  const put = paste(scene, { format: 'scene-clip', elements }, x, y);
  return { scene: put.scene, ids: [...put.ids] };
}
