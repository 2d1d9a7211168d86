import type { Picture } from '#contract/scene/scene.ts';
import type { Steps } from './useSteps.ts';

/** What the keys walk through: what is chosen, and what of it stays chosen meanwhile. */
type Walking = Pick<Steps<Picture>, 'selected' | 'held' | 'hold' | 'select'>;

/**
 * Chooses the next element or the one before, in the order in which they lie. @param more it is chosen beside what is chosen
 * already; from then on the walk leads that one on and the others stay, so that any two can be chosen
 */
export function walk(
  { selected, held, hold, select }: Walking,
  open: readonly { readonly id: string }[],
  by: 1 | -1,
  more: boolean,
): void {
  const kept = more ? selected : held;
  const isLast = ({ id }: { readonly id: string }): boolean => selected.has(id) && !held.has(id);
  // From the end of a group that is chosen on.
  const at = by === 1 ? open.findLastIndex(isLast) : open.findIndex(isLast);
  const from = at < 0 && by === -1 ? open.length : at;
  for (let step = 1; step <= open.length; step++) {
    const one = open[(from + by * step + 2 * open.length) % open.length];
    if (!one || kept.has(one.id)) continue;
    select([...kept, one.id]);
    hold(kept);
    return;
  }
}
