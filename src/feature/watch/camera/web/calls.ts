import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Page } from '#contract/envelope.ts';
import { fetchFile, get, type Params, post } from '#web/api.ts';
import type {
  CameraAbilities,
  CameraWire,
  ClipStore,
  ClipWire,
  MotionName,
  VideoToken,
} from '../contract.ts';

/** By which calls a screen talks: those of the archive, or those of the customer area. */
export interface Door {
  readonly at: string;
  readonly clips: string;
  /** The customer area calls focus `findTurning`. */
  readonly verbOf: (motion: MotionName) => string;
}

export const ARCHIVE: Door = {
  at: 'archive/iVideoControl',
  clips: 'archive/monitorItem/videoHistoryDatas',
  verbOf: (motion) => motion,
};
export const CUSTOMER: Door = {
  at: 'hxyUser/userIVideo',
  clips: 'hxyUser/userMonitorItem/videoHistoryDatas',
  verbOf: (motion) => motion.replace(/^focus/, 'findTurning'),
};

/** Who moves what, and which alarms stand, is asked so often, ms. */
const REFRESH_MS = 4000;
const ABILITIES_MS = 60_000;
const QUIET = { quiet: true } as const;

export const camerasQuery = ({ at }: Door, params: Params) =>
  queryOptions({
    queryKey: [at, 'getCameras', params],
    queryFn: ({ signal }) => get<Page<CameraWire>>(`${at}/getCameras`, params, { ...QUIET, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_MS,
  });

export const abilitiesQuery = ({ at }: Door, cameraId: number) =>
  queryOptions({
    queryKey: [at, 'getAbilities', cameraId],
    queryFn: ({ signal }) => get<CameraAbilities>(`${at}/getAbilities`, { cameraId }, { ...QUIET, signal }),
    staleTime: ABILITIES_MS,
    refetchInterval: ABILITIES_MS,
    retry: false,
  });

export const clipsQuery = ({ clips }: Door, params: Params) =>
  queryOptions({
    queryKey: [clips, params],
    queryFn: ({ signal }) => get<Page<ClipWire>>(clips, params, { ...QUIET, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: 30_000,
  });

export const storeQuery = (consumerId: number) =>
  queryOptions({
    queryKey: ['archive/cameraClip/getStore', consumerId],
    queryFn: ({ signal }) =>
      get<ClipStore>('archive/cameraClip/getStore', { consumerId }, { ...QUIET, signal }),
    staleTime: 30_000,
  });

export const snapshotOf = async ({ at }: Door, cameraId: number, signal: AbortSignal): Promise<Blob> =>
  (await fetchFile(`${at}/snapshot`, { cameraId }, { ...QUIET, signal })).blob;

export const permitOf = ({ at }: Door, cameraId: number): Promise<VideoToken> =>
  post<VideoToken>(`${at}/getVideoToken`, { cameraId }, QUIET);

interface Moved {
  readonly stopsWithinMs: number;
}

/** What a button that is held asks for. */
interface Held {
  readonly cameraId: number;
  readonly speed: number;
  /** Which press of which page: what comes of it behind its stop begins nothing. */
  readonly press: string;
}

/** Begins a motion, or goes on with it. */
export const moveBy = (
  { at, verbOf }: Door,
  motion: MotionName,
  held: Held,
  again: boolean,
): Promise<Moved> =>
  again
    ? post<Moved>(`${at}/hold`, { ...held, motion }, QUIET)
    : post<Moved>(`${at}/${verbOf(motion)}`, { ...held }, QUIET);

export const stopBy = ({ at }: Door, cameraId: number, press: string): Promise<unknown> =>
  post(`${at}/stop`, { cameraId, press }, QUIET);

/** Stops a camera and lets others move it at once. */
export const releaseBy = ({ at }: Door, cameraId: number): Promise<unknown> =>
  post(`${at}/stop`, { cameraId, release: 1 }, QUIET);

export const CLIP_FILE = 'archive/cameraClip/download';
export const clipFile = async (id: number, signal: AbortSignal): Promise<Blob> =>
  (await fetchFile(CLIP_FILE, { id }, { ...QUIET, signal })).blob;
export const keepClip = (id: number, kept: boolean): Promise<unknown> =>
  post('archive/cameraClip/keep', { id, kept: kept ? 1 : 0 });
export const deleteClip = (id: number): Promise<unknown> => post('archive/cameraClip/del', { id });
