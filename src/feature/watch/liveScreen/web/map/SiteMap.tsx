import { type PointerEvent, useMemo, useState } from 'react';
import { clustersOf, misplacedBy } from '#domain/geo/placed.ts';
import { boxAround, type MapBox, project, widened } from '#domain/geo/project.ts';
import { textWidth } from '#domain/scene/geometry.ts';
import { useText } from '#web/text/useTexts.ts';
import { Button } from '#web/ui/Button.tsx';
import { DrawingArea } from '#web/ui/DrawingArea.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import type { SiteCard } from '../../contract.ts';
import { useLiveTexts } from '../useLiveTexts.ts';
import { Marks } from './Marks.tsx';
import { PROVINCES, WHOLE } from './outline.ts';
import { ScaleBar } from './ScaleBar.tsx';
import { SiteList } from './SiteList.tsx';
import styles from './SiteMap.module.css';
import { type MapMoves, type MapView, onScreen, useMapView } from './useMapView.ts';

export interface SiteMapProps {
  readonly sites: readonly SiteCard[];
  readonly onOpen: (siteId: number) => void;
}

/** Marks that are nearer than this are one, px. */
const TOGETHER = 28;
/** At first so much around the sites is shown, km. */
const AROUND = 700;
const STEP = 60;
const ZOOM = 1.5;
/** Sites nearer than this are at one place: no zoom parts them, km. */
const ONE_PLACE = 1;

/** A site with its place on the map, km. */
export interface PlacedSite {
  readonly site: SiteCard;
  readonly x: number;
  readonly y: number;
}

const placed = (sites: readonly SiteCard[]): PlacedSite[] =>
  sites.flatMap((site) =>
    misplacedBy(site) === null
      ? [{ site, ...project({ longitude: site.longitude ?? 0, latitude: site.latitude ?? 0 }) }]
      : [],
  );

const around = (places: readonly PlacedSite[]): MapBox => {
  const box = boxAround(places);
  return box ? widened(box, 0.5, AROUND) : WHOLE;
};

/** The sites of an enterprise where they stand, on outlines of the provinces, and beside it as a list that is worked by keys. */
export function SiteMap({ sites, onOpen }: SiteMapProps) {
  const t = useLiveTexts();
  const [first] = useState(() => around(placed(sites)));
  const { host, size, view, moves } = useMapView(first);
  const [only, setOnly] = useState<readonly number[] | null>(null);
  const [pointed, setPointed] = useState<number | null>(null);
  const clusters = useMemo(
    () =>
      clustersOf(
        placed(sites).map((one) => ({ ...one, ...onScreen(one, view, size) })),
        TOGETHER,
      ),
    [sites, view, size],
  );
  const part = (members: readonly PlacedSite[]): void => {
    const ids = new Set(members.map(({ site }) => site.siteId));
    const box = boxAround(placed(sites).filter(({ site }) => ids.has(site.siteId)));
    if (box && Math.max(box.w, box.h) > ONE_PLACE) moves.show(widened(box, 0.5, ONE_PLACE));
    else setOnly([...ids]);
  };
  const whole = (): void => moves.show(WHOLE);
  return (
    <div className={styles.page}>
      <Panel
        title={t('map')}
        flush
        extra={<Tools moves={moves} onSites={() => moves.show(around(placed(sites)))} onWhole={whole} />}
      >
        <Area moves={moves} onWhole={whole}>
          <div ref={host} className={styles.sheet}>
            <Outlines view={view} size={size} />
            <Marks clusters={clusters} width={size.width} pointed={pointed} onOpen={onOpen} onPart={part} />
            <ScaleBar scale={view.scale} />
          </div>
        </Area>
        <p className={styles.note}>{t('mapNote')}</p>
      </Panel>
      <SiteList sites={sites} only={only} onAll={() => setOnly(null)} onOpen={onOpen} onPoint={setPointed} />
    </div>
  );
}

interface ToolsProps {
  readonly moves: MapMoves;
  readonly onSites: () => void;
  readonly onWhole: () => void;
}

function Tools({ moves, onSites, onWhole }: ToolsProps) {
  const t = useLiveTexts();
  return (
    <span className={styles.tools}>
      <Button aria-label={t('zoomIn')} title={t('zoomIn')} onClick={() => moves.zoom(ZOOM)}>
        +
      </Button>
      <Button aria-label={t('zoomOut')} title={t('zoomOut')} onClick={() => moves.zoom(1 / ZOOM)}>
        −
      </Button>
      <Button onClick={onSites}>{t('mapSites')}</Button>
      <Button onClick={onWhole}>{t('mapWhole')}</Button>
    </span>
  );
}

interface AreaProps {
  readonly moves: MapMoves;
  readonly onWhole: () => void;
  readonly children: React.ReactNode;
}

/** The area of the map: it is dragged, and moved by keys. */
function Area({ moves, onWhole, children }: AreaProps) {
  const t = useLiveTexts();
  const keys: Readonly<Record<string, () => void>> = {
    ArrowLeft: () => moves.pan(STEP, 0),
    ArrowRight: () => moves.pan(-STEP, 0),
    ArrowUp: () => moves.pan(0, STEP),
    ArrowDown: () => moves.pan(0, -STEP),
    '+': () => moves.zoom(ZOOM),
    '=': () => moves.zoom(ZOOM),
    '-': () => moves.zoom(1 / ZOOM),
    '0': onWhole,
  };
  const onMove = (event: PointerEvent): void => {
    if (event.buttons === 1 && event.pointerType === 'mouse') moves.pan(event.movementX, event.movementY);
  };
  return (
    <DrawingArea
      label={t('mapKeys')}
      className={styles.area}
      onPointerMove={onMove}
      onKeyDown={(event) => {
        const act = event.target === event.currentTarget ? keys[event.key] : undefined;
        if (!act) return;
        event.preventDefault();
        act();
      }}
    >
      {children}
    </DrawingArea>
  );
}

/** px beside a name that stays within its province. */
const NAME_ROOM = 14;

/** A name as maps have it: without what kind of area it is. */
const shortName = (name: string): string =>
  name.replace(/(省|市|壮族自治区|回族自治区|维吾尔自治区|自治区|特别行政区)$/u, '');

interface OutlinesProps {
  readonly view: MapView;
  readonly size: { readonly width: number; readonly height: number };
}

function Outlines({ view: { middle, scale }, size: { width, height } }: OutlinesProps) {
  const say = useText();
  const origin = { x: width / 2 - middle.x * scale, y: height / 2 - middle.y * scale };
  return (
    <svg width={width} height={height} aria-hidden="true" className={styles.outlines}>
      <g transform={`translate(${origin.x} ${origin.y}) scale(${scale})`}>
        {PROVINCES.map((one) => (
          <path key={one.code} d={one.path} vectorEffect="non-scaling-stroke">
            <title>{say(one)}</title>
          </path>
        ))}
      </g>
      {PROVINCES.map(({ code, zh, en, middle: at }) => {
        const name = shortName(say({ zh, en }));
        // Where it has no room the name is told by its title alone.
        if (at.wide * scale < textWidth(name, 12) + NAME_ROOM) return null;
        return (
          <text key={code} x={origin.x + at.x * scale} y={origin.y + at.y * scale}>
            {name}
          </text>
        );
      })}
    </svg>
  );
}
