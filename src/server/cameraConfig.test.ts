import { expect, it } from 'vitest';
import { readCameraConfig } from './cameraConfig.ts';

it('reads what cameras lean on, each with its default', () => {
  expect(readCameraConfig({})).toEqual({ serverUrl: null, clipDays: 90, clipQuotaBytes: 20_000 * 2 ** 20 });
  const set = { VIDEO_SERVER_URL: 'https://v.example/play?src={camera}', CLIP_DAYS: '7', CLIP_QUOTA_MB: '5' };
  expect(readCameraConfig(set)).toEqual({
    serverUrl: 'https://v.example/play?src={camera}',
    clipDays: 7,
    clipQuotaBytes: 5 * 2 ** 20,
  });
});

it.each([
  [{ VIDEO_SERVER_URL: 'rtsp://v.example' }, 'of the form'],
  [{ VIDEO_SERVER_URL: 'https://a:b@v.example' }, 'of the form'],
  [{ CLIP_DAYS: '0' }, 'from 1 to 3650'],
  [{ CLIP_QUOTA_MB: 'much' }, 'CLIP_QUOTA_MB'],
])('%o is refused', (set, message) => {
  expect(() => readCameraConfig(set)).toThrow(message);
});
