import { conflict } from '#contract/error.ts';
import { Later } from '#server/route.ts';
import { CameraFault } from './door.ts';

/** Talks with a camera after the call's transaction; what the camera refuses or lacks is told as 409. */
export const outside = <T>(work: () => Promise<T>): Later<T> =>
  new Later(async () => {
    try {
      return await work();
    } catch (error) {
      throw error instanceof CameraFault ? conflict(error.text) : error;
    }
  });
