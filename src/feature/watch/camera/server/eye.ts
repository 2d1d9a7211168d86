import { type CameraAbilities, type Lack, LACKS } from '../contract.ts';
import type { Camera } from './camera.ts';
import { CameraFault, nameOf } from './door.ts';
import { type Device, Onvif } from './onvif.ts';
import { askPage } from './page.ts';

/** A picture as a camera gives it. */
export interface Picture {
  readonly type: string;
  readonly body: Buffer;
}

/** What a device said of itself is asked again after so long, ms. */
const KNOWN_MS = 5 * 60_000;
/** Whoever asks so soon after a picture came gets the same, ms. */
const SAME_MS = 400;
const MOST_PICTURE = 8 * 2 ** 20;
const PICTURE_PATIENCE_MS = 5000;
/** A device that does not answer is left alone for so long, ms. */
const REST_MS = 3000;

const lacking = (lack: Lack): CameraFault => new CameraFault(LACKS[lack], lack);

/** What one camera is asked: each question once for all who ask at the same time. Instants are of the steady clock, ms. */
export class Eye {
  readonly camera: Camera;
  #onvif: Onvif | undefined;
  #device: { readonly at: number; readonly answer: Promise<Device> } | undefined;
  /** `at` is when it came; null = it is under way. */
  #picture: { readonly at: number | null; readonly answer: Promise<Picture> } | undefined;
  #failed: { readonly at: number; readonly fault: CameraFault } | undefined;

  constructor(camera: Camera) {
    this.camera = camera;
  }

  /** Its services, as they were entered. @throws CameraFault */
  get onvif(): Onvif {
    return (this.#onvif ??= new Onvif(this.camera.door, this.camera.onvifPath));
  }

  /** What the device said of itself. @throws CameraFault */
  device(): Promise<Device> {
    const { camera } = this;
    if (camera.lack) return Promise.reject(lacking(camera.lack));
    if (camera.kind !== 'onvif') return Promise.reject(lacking('notOnvif'));
    const known = this.#device;
    if (known && performance.now() - known.at < KNOWN_MS) return known.answer;
    const failed = this.#failed;
    if (failed && performance.now() - failed.at < REST_MS) return Promise.reject(failed.fault);
    const answer = (async () => this.onvif.device(camera.profile))();
    this.#device = { at: performance.now(), answer };
    answer.catch((error: unknown) => {
      this.#device = undefined;
      if (error instanceof CameraFault) this.#failed = { at: performance.now(), fault: error };
    });
    return answer;
  }

  /** What the camera can do, and why not. */
  async abilities(): Promise<CameraAbilities> {
    const { camera } = this;
    const all = (lack: Lack | null): CameraAbilities => ({
      head: lack,
      zoom: lack,
      focus: lack,
      iris: lack,
      live: lack,
      snapshot: lack,
    });
    if (camera.lack) return all(camera.lack);
    if (camera.kind !== 'onvif')
      return {
        ...all('notOnvif'),
        live: camera.kind === 'snapshot' ? 'noStream' : null,
        snapshot: camera.snapshotPath === null ? 'noStream' : null,
      };
    let device: Device;
    try {
      device = await this.device();
    } catch (error) {
      if (error instanceof CameraFault) return all(error.lack);
      throw error;
    }
    const head = camera.fixed ? 'fixed' : device.ptzUrl ? null : 'noHead';
    return {
      head,
      zoom: head,
      focus: device.focus ? null : 'noFocus',
      iris: device.iris ? null : 'autoExposure',
      live:
        camera.streamPath === null && !device.streamUri
          ? 'noStream'
          : device.encoding === null || device.encoding === 'H264'
            ? null
            : 'codec',
      snapshot: camera.snapshotPath === null && !device.snapshotUri ? 'noStream' : null,
    };
  }

  /** The picture now; whoever asks at the same time gets the same. @throws CameraFault */
  snapshot(): Promise<Picture> {
    const known = this.#picture;
    if (known && (known.at === null || performance.now() - known.at < SAME_MS)) return known.answer;
    const answer = this.#ask();
    this.#picture = { at: null, answer };
    answer
      .then(() => {
        this.#picture = { at: performance.now(), answer };
      })
      .catch(() => {
        this.#picture = undefined;
      });
    return answer;
  }

  async #ask(): Promise<Picture> {
    const { camera } = this;
    if (camera.lack) throw lacking(camera.lack);
    const url =
      this.#at('http', camera.snapshotPath) ??
      (camera.kind === 'onvif' ? (await this.device()).snapshotUri : null);
    if (!url) throw lacking('noStream');
    const page = await askPage(camera.door, url, {
      method: 'GET',
      mostBytes: MOST_PICTURE,
      patienceMs: PICTURE_PATIENCE_MS,
    });
    const type = pictureType(page.body);
    if (page.status !== 200 || type === null)
      throw new CameraFault({
        zh: '快照地址给出的不是图片',
        en: 'What the camera gives there is no picture',
      });
    return { type, body: page.body };
  }

  /** Where its stream plays. @throws CameraFault where it has none */
  async streamUrl(): Promise<URL> {
    const { camera } = this;
    if (camera.lack) throw lacking(camera.lack);
    if (camera.kind === 'snapshot' || camera.kind === 'external') throw lacking('noStream');
    const url =
      this.#at('rtsp', camera.streamPath) ??
      (camera.kind === 'onvif' ? (await this.device()).streamUri : null);
    if (!url) throw lacking('noStream');
    return url;
  }

  #at(scheme: 'http' | 'rtsp', path: string | null): URL | null {
    if (path === null) return null;
    const { door } = this.camera;
    const port = scheme === 'http' ? door.httpPort : door.rtspPort;
    return URL.parse(`${scheme}://${nameOf(door)}:${port}${path.startsWith('/') ? '' : '/'}${path}`);
  }
}

/** By its first bytes: what a camera says of it is not believed. */
function pictureType(body: Buffer): string | null {
  if (body.length > 3 && body[0] === 0xff && body[1] === 0xd8 && body[2] === 0xff) return 'image/jpeg';
  return body.length > 8 && body.subarray(1, 4).toString('latin1') === 'PNG' ? 'image/png' : null;
}
