/** A place on earth, degrees. */
interface Place {
  readonly longitude: number;
  readonly latitude: number;
}

/** A place on the map, km to the east and to the south of its middle. */
export interface MapPoint {
  readonly x: number;
  readonly y: number;
}

/** A part of the map, km. */
export interface MapBox extends MapPoint {
  readonly w: number;
  readonly h: number;
}

const EARTH_KM = 6371;
const radians = (degrees: number): number => (degrees * Math.PI) / 180;

// The standard parallels that maps of China use; areas keep their sizes.
const [SOUTH, NORTH, MIDDLE, CENTRE] = [25, 47, 36, 105].map(radians) as [number, number, number, number];
const N = (Math.sin(SOUTH) + Math.sin(NORTH)) / 2;
const C = Math.cos(SOUTH) ** 2 + 2 * N * Math.sin(SOUTH);
const radius = (latitude: number): number =>
  (EARTH_KM * Math.sqrt(Math.max(0, C - 2 * N * Math.sin(latitude)))) / N;
const RADIUS = radius(MIDDLE);

/** Where a place lies on the map: Albers' equal-area conic projection (Snyder, Map Projections, USGS 1987, chapter 14). */
export function project({ longitude, latitude }: Place): MapPoint {
  // The way round that is shorter, so that places beyond the date line do not fly off.
  const east = ((((longitude - 105 + 180) % 360) + 360) % 360) - 180;
  const angle = N * (radians(105 + east) - CENTRE);
  const r = radius(radians(latitude));
  return { x: r * Math.sin(angle), y: r * Math.cos(angle) - RADIUS };
}

/** The rings of an outline as places on the map. */
export function ringsOf(rings: string): MapPoint[][] {
  return rings.split(';').map((ring) => {
    let [x, y] = [0, 0];
    return ring.split(',').map((step) => {
      const [east = 0, north = 0] = step.split(' ').map(Number);
      x += east;
      y += north;
      return project({ longitude: x / 100, latitude: y / 100 });
    });
  });
}

/** The smallest part of the map with some points; null of none. */
export function boxAround(points: readonly MapPoint[]): MapBox | null {
  if (points.length === 0) return null;
  let [left, right, top, bottom] = [Infinity, -Infinity, Infinity, -Infinity];
  for (const { x, y } of points) {
    left = Math.min(left, x);
    right = Math.max(right, x);
    top = Math.min(top, y);
    bottom = Math.max(bottom, y);
  }
  return { x: left, y: top, w: right - left, h: bottom - top };
}

/** A part with a margin around it, at least so large (km). */
export function widened({ x, y, w, h }: MapBox, share: number, least: number): MapBox {
  const [wide, high] = [Math.max(least, w * (1 + share)), Math.max(least, h * (1 + share))];
  return { x: x + w / 2 - wide / 2, y: y + h / 2 - high / 2, w: wide, h: high };
}
