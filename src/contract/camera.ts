import type { Text } from './text.ts';

/** How a camera is reached. */
export const CAMERA_KINDS = {
  onvif: { zh: 'ONVIF', en: 'ONVIF' },
  rtsp: { zh: 'RTSP 视频流', en: 'RTSP stream' },
  snapshot: { zh: '快照地址', en: 'Snapshot address' },
  external: { zh: '视频平台', en: 'Video platform' },
} as const satisfies Readonly<Record<string, Text>>;
export type CameraKind = keyof typeof CAMERA_KINDS;

/** Limits of how long a camera moves unless the motion is repeated, ms. */
export const MOVE_MS = { from: 400, to: 1000, initial: 600 } as const;
