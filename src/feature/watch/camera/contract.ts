import type { CameraKind } from '#contract/camera.ts';
import type { Text } from '#contract/text.ts';

/** The fourteen motions of a camera (specification 2 section 7). */
export const MOTIONS = {
  turnUp: { zh: '向上', en: 'Up' },
  turnDown: { zh: '向下', en: 'Down' },
  turnLeft: { zh: '向左', en: 'Left' },
  turnRight: { zh: '向右', en: 'Right' },
  turnLeftUp: { zh: '左上', en: 'Up and left' },
  turnRightUp: { zh: '右上', en: 'Up and right' },
  turnLeftDown: { zh: '左下', en: 'Down and left' },
  turnRightDown: { zh: '右下', en: 'Down and right' },
  zoomAdd: { zh: '放大', en: 'Zoom in' },
  zoomMinus: { zh: '缩小', en: 'Zoom out' },
  focusAdd: { zh: '聚焦远', en: 'Focus farther' },
  focusMinus: { zh: '聚焦近', en: 'Focus nearer' },
  apertureAdd: { zh: '光圈开大', en: 'Open the aperture' },
  apertureMinus: { zh: '光圈关小', en: 'Close the aperture' },
} as const satisfies Readonly<Record<string, Text>>;
export type MotionName = keyof typeof MOTIONS;

/** Why a camera cannot do something. */
export const LACKS = {
  notConnected: { zh: '未填写连接参数', en: 'its connection is not set up' },
  outOfUse: { zh: '已停用', en: 'it is out of use' },
  notOnvif: { zh: '不是 ONVIF 设备，不能转动', en: 'it is no ONVIF device and cannot be moved' },
  fixed: { zh: '固定枪机，无云台', en: 'it is fixed and has no head' },
  noHead: { zh: '设备没有云台服务', en: 'the device has no service for its head' },
  noFocus: { zh: '设备不能调焦', en: 'the device has no focus to set' },
  autoExposure: { zh: '自动曝光，光圈不可调', en: 'automatic exposure: the aperture cannot be set' },
  noAnswer: { zh: '设备没有应答', en: 'the device does not answer' },
  notSetUp: {
    zh: '视频平台未配置（VIDEO_SERVER_URL）',
    en: 'no video platform is set up (VIDEO_SERVER_URL)',
  },
  noStream: { zh: '没有视频流，仅快照', en: 'no stream, pictures only' },
  codec: {
    zh: '主码流不是 H.264，请改用 H.264 子码流；当前仅快照',
    en: 'the stream is not H.264: choose an H.264 substream; pictures only',
  },
  noPicture: {
    zh: '视频流中没有画面：请检查编码，并缩短 I 帧间隔；当前仅快照',
    en: 'the stream brings no picture: check its coding, and shorten its key frame interval; pictures only',
  },
  bPictures: {
    zh: '视频流含 B 帧，不能实时播放和录像：请在摄像机中关闭 B 帧或选用 Baseline 档次；当前仅快照',
    en: 'the stream has B-pictures, which are neither played live nor recorded: switch them off at the camera, or choose its Baseline profile; pictures only',
  },
} as const satisfies Readonly<Record<string, Text>>;
export type Lack = keyof typeof LACKS;

/** What a camera can do; null = it can, else why not. */
export interface CameraAbilities {
  readonly head: Lack | null;
  readonly zoom: Lack | null;
  readonly focus: Lack | null;
  readonly iris: Lack | null;
  readonly live: Lack | null;
  readonly snapshot: Lack | null;
}

/** The part of the abilities that a motion needs. */
export const neededFor = (motion: MotionName): 'head' | 'zoom' | 'focus' | 'iris' =>
  motion.startsWith('turn')
    ? 'head'
    : motion.startsWith('zoom')
      ? 'zoom'
      : motion.startsWith('focus')
        ? 'focus'
        : 'iris';

/** A camera as the screens show it; nothing of its connection. */
export interface CameraWire {
  readonly cameraId: number;
  readonly cameraName: string;
  readonly cameraCode: string;
  readonly consumerId: number;
  readonly siteId: number;
  readonly siteName: string;
  /** The monitored object that it looks at; null = none is named, or the caller does not see it. */
  readonly objectId: number | null;
  readonly objectName: string | null;
  readonly timeZone: string;
  readonly place: string | null;
  readonly cameraKind: CameraKind | null;
  /** What can be said without asking it. */
  readonly lack: Lack | null;
  readonly fixed: boolean;
  /** ms that it moves on for at most once it is let go. */
  readonly moveMs: number;
  /** Address at the external platform; null = it is none of its. */
  readonly url: string | null;
  /** Open alarms of its site: the gravest level 1 … 4, and the newest one's name. */
  readonly alarmLevel: string | null;
  readonly alarmName: string | null;
  /** Who moves it now; null = nobody. */
  readonly mover: Mover | null;
}

/** Who has a camera in hand. */
export interface Mover {
  readonly name: string;
  /** It is the caller. */
  readonly own: boolean;
  /** ms left of the lease. */
  readonly leftMs: number;
}

/** How often a button that is held repeats its motion, ms; below the shortest dead man. */
export const REPEAT_MS = 250;
/** One mover holds a camera for so long after the last motion, ms. */
export const LEASE_MS = 10_000;

/** Where live pictures come from. */
export const VIDEO_PATH = '/video';

/** A permit to watch a camera once, within a minute. */
export interface VideoToken {
  readonly token: string;
  /** Path of the WebSocket with the token. */
  readonly path: string;
}

/** Before the units of each picture of the WebSocket: 1 = it needs no other; then its instant in the stream, ms, as a double. */
export const FRAME_HEAD = 9;

/** A recording or picture that an alarm, or a person, asked for. */
export interface ClipWire {
  readonly clipId: number;
  readonly cameraId: number;
  readonly cameraName: string;
  readonly kind: 'clip' | 'snapshot';
  /** Of the site. */
  readonly timeZone: string;
  /** ISO 8601, instants of the first and last picture. */
  readonly beginAt: string;
  readonly endAt: string;
  /** s */
  readonly seconds: number;
  readonly bytes: number;
  readonly alarmRecordId: number | null;
  readonly alarmName: string | null;
  readonly alarmLevel: string | null;
  /** ISO 8601 */
  readonly raisedAt: string | null;
  /** It is not deleted by retention or quota. */
  readonly kept: boolean;
}

/** How much of the store is used. */
export interface ClipStore {
  readonly bytes: number;
  readonly quotaBytes: number;
  readonly days: number;
}
