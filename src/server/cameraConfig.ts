import { ConfigError } from './configError.ts';

/** What cameras lean on. */
export interface CameraConfig {
  /** Address of a video platform, in which `{camera}` stands for the name of a stream; null = none. */
  readonly serverUrl: string | null;
  /** Recordings are kept for so many days … */
  readonly clipDays: number;
  /** … and for an enterprise so many bytes of them. */
  readonly clipQuotaBytes: number;
}

type Env = Readonly<Record<string, string | undefined>>;

const DAYS = { name: 'CLIP_DAYS', otherwise: '90', most: 3650 };
const MEGABYTES = { name: 'CLIP_QUOTA_MB', otherwise: '20000', most: 10_000_000 };

/** Reads VIDEO_SERVER_URL, CLIP_DAYS and CLIP_QUOTA_MB; an address is not repeated in messages. @throws ConfigError */
export function readCameraConfig(env: Env): CameraConfig {
  return {
    serverUrl: serverUrl(env['VIDEO_SERVER_URL']?.trim()),
    clipDays: count(env, DAYS),
    clipQuotaBytes: count(env, MEGABYTES) * 2 ** 20,
  };
}

function serverUrl(given: string | undefined): string | null {
  if (!given) return null;
  const url = URL.parse(given.replaceAll('{camera}', 'camera'));
  if (!url || !['http:', 'https:'].includes(url.protocol) || url.username !== '')
    throw new ConfigError('VIDEO_SERVER_URL must be an address of the form https://….');
  return given;
}

function count(env: Env, { name, otherwise, most }: typeof DAYS): number {
  const given = env[name]?.trim() || otherwise;
  if (!/^\d{1,8}$/.test(given) || Number(given) < 1 || Number(given) > most)
    throw new ConfigError(`${name} must be a number from 1 to ${most}, not "${given}".`);
  return Number(given);
}
