import { MOST_BYTES } from '#contract/scene/scene.ts';
import { MOST_BODIES, type Space } from '#contract/scene/space.ts';
import { body as bodySchema, space as spaceSchema } from '#contract/scene/spaceSchema.ts';
import type { Text } from '#contract/text.ts';
import { aboutElement, elementProblem, pictureProblem } from '../aboutElement.ts';
import { bytesOf } from '../bytes.ts';

/** A space that may be kept, or the sentence that refuses it, which names the element. */
export type CheckedSpace = { readonly scene: Space } | { readonly problem: Text };

/** Whether something is a space: its shape, its size, that names are used once and lead somewhere. */
export function checkSpace(raw: unknown): CheckedSpace {
  const refused = elementProblem((raw as { elements?: unknown } | null)?.elements, MOST_BODIES, bodySchema);
  if (refused) return { problem: refused };
  const read = spaceSchema.safeParse(raw);
  if (!read.success) return { problem: pictureProblem(read.error) };
  if (bytesOf(JSON.stringify(read.data)) > MOST_BYTES)
    return { problem: { zh: '画面超过 2 MB', en: 'The scene is larger than 2 MB' } };
  const problem = nameProblem(read.data);
  return problem ? { problem } : { scene: read.data };
}

/** The first of some names that is there twice. */
function twice(names: readonly string[]): string | undefined {
  const seen = new Set<string>();
  return names.find((one) => seen.has(one) || !seen.add(one));
}

function nameProblem({ floors, views, elements }: Space): Text | null {
  const known = new Set(floors.map(({ id }) => id));
  const floor = twice(floors.map(({ id }) => id));
  if (floor !== undefined) return { zh: `楼层 ${floor} 重复`, en: `Floor ${floor} is there twice` };
  const view = twice(views.map(({ id }) => id));
  if (view !== undefined) return { zh: `视角 ${view} 重复`, en: `View ${view} is there twice` };
  const again = twice(elements.map(({ id }) => id));
  const doubled = elements.find(({ id }) => id === again);
  if (doubled) return aboutElement(doubled, { zh: '编号重复', en: 'its id is used twice' });
  const lost = elements.find((one) => !known.has(one.floor));
  return lost
    ? aboutElement(lost, { zh: `楼层 ${lost.floor} 不存在`, en: `there is no floor ${lost.floor}` })
    : null;
}
