import { definePlace } from '#web/place.tsx';

export interface OfMeterProps {
  readonly meterId: number;
  /** Of the site of the meter. */
  readonly zone: string;
}

/** Where the life of a meter shows what others know of its course, between its events and its history. */
export const MeterLifePlace = definePlace<OfMeterProps>();
