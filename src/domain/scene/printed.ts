import type { SvgNode } from './node.ts';

const bare = (paint: string | number | undefined): boolean =>
  paint === undefined || paint === 'none' || paint === 'transparent';

/** What is drawn to be pressed alone. */
const isTouch = ({ attrs }: SvgNode): boolean =>
  (attrs['fill'] === 'transparent' || attrs['stroke'] === 'transparent') &&
  attrs['fill'] !== undefined &&
  bare(attrs['fill']) &&
  bare(attrs['stroke']);

/**
 * A drawing for a file of its own. Places that are only pressed are left out: programs that know no `transparent` would
 * fill them in black. Pictures have their address in the older way as well, which is the only one that many programs read.
 */
export function printed({ children, ...one }: SvgNode): SvgNode {
  const { href } = one.attrs;
  const attrs = href === undefined ? one.attrs : { ...one.attrs, 'xlink:href': href };
  if (!children) return { ...one, attrs };
  return { ...one, attrs, children: children.filter((each) => !isTouch(each)).map(printed) };
}
