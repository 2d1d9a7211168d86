import { formatNumber, MISSING } from '#domain/figure/number.ts';
import { type Cluster, standing } from '#domain/geo/placed.ts';
import { textWidth } from '#domain/scene/geometry.ts';
import { StatusDot } from '#web/ui/StatusDot.tsx';
import type { SiteState } from '../../contract.ts';
import { SITE_ORDER } from '../siteOrder.ts';
import { useLiveTexts } from '../useLiveTexts.ts';
import type { PlacedSite } from './SiteMap.tsx';
import styles from './SiteMap.module.css';

interface MarksProps {
  readonly clusters: readonly Cluster<PlacedSite>[];
  /** px of the map. */
  readonly width: number;
  /** The site that is pointed at in the list. */
  readonly pointed: number | null;
  readonly onOpen: (siteId: number) => void;
  /** Shows the members of a mark apart. */
  readonly onPart: (members: readonly PlacedSite[]) => void;
}

/** Names that would leave the map stand at the left of their mark, px. */
const ROOM = 160;
/** A mark without a name, px, and what stands around a name. */
const MARK = { size: 22, half: 11, beside: 30 } as const;

/** Whether the name of each mark can stand beside it. */
const named = (clusters: readonly Cluster<PlacedSite>[], width: number): boolean[] =>
  standing(
    clusters.map(({ x, y, members: [one, ...others] }) => {
      const w = one && others.length === 0 ? textWidth(one.site.siteName, 12) + MARK.beside : MARK.beside;
      const left = x > width - ROOM ? x + MARK.half - w : x - MARK.half;
      return { x: left, y: y - MARK.half, w, h: MARK.size };
    }),
  );

const gravest = (members: readonly PlacedSite[]): SiteState =>
  SITE_ORDER.find((state) => members.some(({ site }) => site.state === state)) ?? 'noData';

/** Where sites stand: status by shape and colour, what lies together with its count. */
export function Marks({ clusters, width, pointed, onOpen, onPart }: MarksProps) {
  const t = useLiveTexts();
  const free = named(clusters, width);
  return clusters.map(({ x, y, members }, i) => {
    const [one, ...others] = members;
    if (!one) return null;
    const { site } = one;
    const state = gravest(members);
    const power = site.power === null ? MISSING : `${formatNumber(site.power, 1)} kW`;
    const name =
      others.length === 0
        ? `${site.siteName} · ${t(`state_${state}`)} · ${power}`
        : `${t('sitesHere', { n: members.length })}: ${members.map((each) => each.site.siteName).join(', ')}`;
    return (
      <button
        key={members.map((each) => each.site.siteId).join(' ')}
        type="button"
        className={styles.mark}
        style={{ left: x, top: y }}
        data-pointed={members.some((each) => each.site.siteId === pointed)}
        data-left={x > width - ROOM}
        title={name}
        aria-label={name}
        onClick={() => (others.length === 0 ? onOpen(site.siteId) : onPart(members))}
      >
        <span className={styles.shape} aria-hidden="true">
          <StatusDot status={state} />
        </span>
        {others.length > 0 && <b>{members.length}</b>}
        {others.length === 0 && free[i] && <span>{site.siteName}</span>}
      </button>
    );
  });
}
