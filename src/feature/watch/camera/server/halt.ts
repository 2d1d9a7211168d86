import type { Eye } from './eye.ts';
import type { TurnedPart } from './motionKeeper.ts';
import type { Device } from './onvif.ts';

/** The device itself stops after so long where it obeys the time-out, ms. */
export const OWN_STOP_MS = 500;
const STOP_TRIES = 3;
const STOP_WAIT_MS = 200;

/**
 * Stops what a camera turns; one that refuses to is told speeds of nothing, and both are tried again.
 * @throws CameraFault where it could not be
 */
export async function halt(eye: Eye, part: TurnedPart, known?: Device): Promise<void> {
  const { onvif } = eye;
  let last: unknown;
  for (let tries = 0; tries < STOP_TRIES; tries++) {
    try {
      const device = known ?? (await eye.device());
      if (part === 'focus') {
        if (device.imagingUrl && device.source !== null)
          await onvif.stopFocus(device.imagingUrl, device.source);
      } else if (device.ptzUrl) {
        const { ptzUrl, profile } = device;
        await onvif
          .stopHead(ptzUrl, profile)
          .catch(() => onvif.move(ptzUrl, profile, { pan: 0, tilt: 0, zoom: 0 }, OWN_STOP_MS));
      }
      return;
    } catch (error) {
      last = error;
      await new Promise((resolve) => setTimeout(resolve, STOP_WAIT_MS));
    }
  }
  throw last;
}
