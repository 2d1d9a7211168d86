import type * as z from 'zod';
import type { Language } from '../text.ts';
import type { Scene } from './scene.ts';
import type { body, floor, point, space, view } from './spaceSchema.ts';

/** A space has so many bodies, floors and views at most. Its JSON has as many bytes as that of a flat scene. */
export const MOST_BODIES = 2000;
export const MOST_FLOORS = 40;
export const MOST_VIEWS = 50;

/** m; x to the right and y to the back of the plan, z up. */
export type SpacePoint = z.output<typeof point>;
export type SpaceBody = z.output<typeof body>;
export type BodyType = SpaceBody['type'];
export type BodyOf<T extends BodyType> = Extract<SpaceBody, { type: T }>;
export const BODY_TYPES = ['box', 'cylinder', 'sphere', 'pipe', 'outline', 'model', 'sign'] as const;
export type Floor = z.output<typeof floor>;
/** A place to look from; a tour goes from one to the next. */
export type SpaceView = z.output<typeof view>;
/** A picture in space as data: floors from the lowest, bodies on them, views of a tour in their order. */
export type Space = z.output<typeof space>;

/** A space without anything in it. */
export const emptySpace = (groundFloor: string): Space => ({
  format: 1,
  kind: 'space',
  width: 60,
  depth: 40,
  floors: [{ id: 'ground', name: groundFloor, z: 0 }],
  views: [],
  elements: [],
});

/** What a floor or a place to look from is called in a language. */
export const nameIn = (one: Pick<SpaceView, 'name' | 'nameEn'>, language: Language): string =>
  language === 'zh' ? one.name : (one.nameEn ?? one.name);

/** Whether a picture is one in space; the others are flat. */
export const isSpace = (picture: Scene | Space): picture is Space => 'kind' in picture;

/** What a meter used in the hours of a day. */
export interface HeatMeter {
  readonly ammeterId: number;
  /** Of its energy: kWh, m³, GJ. */
  readonly unit: string;
  /** kW; null = not known. */
  readonly ratedPower: number | null;
  /** Energy of each hour; null = nothing is known of it. */
  readonly energies: readonly (number | null)[];
  /** Seconds of each hour that readings back. */
  readonly coveredS: readonly number[];
}
