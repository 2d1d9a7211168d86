import { createHash, randomBytes } from 'node:crypto';
import { CameraFault, type Door, nameOf, ownAddress } from './door.ts';
import { askPage } from './page.ts';
import { allOf, type Element, find, readXml, textAt } from './xml.ts';

const MOST_BYTES = 2 * 2 ** 20;
const PATIENCE_MS = 5000;

const escaped = (text: string): string => text.replace(/[<>&"']/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** The services of a camera and what its profile offers. */
export interface Device {
  readonly ptzUrl: URL | null;
  readonly imagingUrl: URL | null;
  readonly profile: string;
  readonly source: string | null;
  readonly encoding: string | null;
  readonly streamUri: URL | null;
  readonly snapshotUri: URL | null;
  readonly focus: boolean;
  /** Range of the aperture in dB; null = it cannot be set. */
  readonly iris: { readonly from: number; readonly to: number } | null;
}

const WSSE = 'http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss';
const SERVICE = {
  device: 'http://www.onvif.org/ver10/device/wsdl',
  media: 'http://www.onvif.org/ver10/media/wsdl',
  ptz: 'http://www.onvif.org/ver20/ptz/wsdl',
  imaging: 'http://www.onvif.org/ver20/imaging/wsdl',
} as const;
type Service = keyof typeof SERVICE;

/** A client of one camera's ONVIF services: the few requests that pictures and motions need. */
export class Onvif {
  readonly #door: Door;
  readonly #entry: URL;
  /** The camera's clock against ours, ms: log-ins carry its time. */
  #offsetMs: number | undefined;

  /** @param path of the device's service, as entered @throws CameraFault where it is none */
  constructor(door: Door, path: string | null) {
    this.#door = door;
    const entry = URL.parse(path ?? '/onvif/device_service', `http://${nameOf(door)}:${door.httpPort}`);
    if (!entry)
      throw new CameraFault({ zh: '主机或 ONVIF 路径不是地址', en: 'Host and ONVIF path make no address' });
    this.#entry = entry;
  }

  /** Asks what there is. @throws CameraFault */
  async device(wantedProfile: string | null): Promise<Device> {
    const capabilities = await this.#ask(
      'device',
      this.#entry,
      'GetCapabilities',
      '<Category>All</Category>',
    );
    const service = (name: string): URL | null => {
      const named = textAt(find(capabilities, 'Capabilities', name), 'XAddr');
      return named === undefined ? null : this.#own(named, ['http:', 'https:']);
    };
    const [media, ptzUrl, imagingUrl] = [service('Media'), service('PTZ'), service('Imaging')];
    if (!media) throw new CameraFault({ zh: '设备没有媒体服务', en: 'The device has no media service' });
    const profiles = allOf(await this.#ask('media', media, 'GetProfiles'), 'Profiles');
    const profile =
      profiles.find(({ attributes }) => attributes['token'] === wantedProfile) ??
      profiles.find((one) => textAt(one, 'VideoEncoderConfiguration', 'Encoding') === 'H264') ??
      profiles[0];
    const token = profile?.attributes['token'];
    if (!profile || token === undefined)
      throw new CameraFault({ zh: '设备没有视频配置', en: 'The device has no video profile' });
    const source = textAt(profile, 'VideoSourceConfiguration', 'SourceToken') ?? null;
    const seen = imagingUrl && source !== null ? await this.#imaging(imagingUrl, source) : null;
    return {
      ptzUrl: find(profile, 'PTZConfiguration') ? ptzUrl : null,
      imagingUrl,
      profile: token,
      source,
      encoding: textAt(profile, 'VideoEncoderConfiguration', 'Encoding') ?? null,
      streamUri: await this.#uri(
        media,
        'GetStreamUri',
        `<StreamSetup><Stream xmlns="http://www.onvif.org/ver10/schema">RTP-Unicast</Stream><Transport xmlns="http://www.onvif.org/ver10/schema"><Protocol>RTSP</Protocol></Transport></StreamSetup>${tokenOf(token)}`,
        ['rtsp:'],
      ),
      snapshotUri: await this.#uri(media, 'GetSnapshotUri', tokenOf(token), ['http:', 'https:']),
      focus: seen?.focus ?? false,
      iris: seen?.iris ?? null,
    };
  }

  /** Moves the head, for `forMs` at the most. */
  async move(url: URL, profile: string, speeds: { pan: number; tilt: number; zoom: number }, forMs: number) {
    const { pan, tilt, zoom } = speeds;
    const schema = 'xmlns="http://www.onvif.org/ver10/schema"';
    const turn = pan !== 0 || tilt !== 0 || zoom === 0 ? `<PanTilt ${schema} x="${pan}" y="${tilt}"/>` : '';
    const near = zoom !== 0 || (pan === 0 && tilt === 0) ? `<Zoom ${schema} x="${zoom}"/>` : '';
    await this.#ask(
      'ptz',
      url,
      'ContinuousMove',
      `${tokenOf(profile)}<Velocity>${turn}${near}</Velocity><Timeout>PT${(forMs / 1000).toFixed(1)}S</Timeout>`,
    );
  }

  async stopHead(url: URL, profile: string): Promise<void> {
    await this.#ask('ptz', url, 'Stop', `${tokenOf(profile)}<PanTilt>true</PanTilt><Zoom>true</Zoom>`);
  }

  async focus(url: URL, source: string, speed: number): Promise<void> {
    await this.#ask(
      'imaging',
      url,
      'Move',
      `${sourceOf(source)}<Focus><Continuous xmlns="http://www.onvif.org/ver10/schema"><Speed>${speed}</Speed></Continuous></Focus>`,
    );
  }

  async stopFocus(url: URL, source: string): Promise<void> {
    await this.#ask('imaging', url, 'Stop', sourceOf(source));
  }

  /** The aperture now, dB; null = it is set by the camera itself. */
  async iris(url: URL, source: string): Promise<number | null> {
    const settings = await this.#ask('imaging', url, 'GetImagingSettings', sourceOf(source));
    const value = Number(textAt(settings, 'Exposure', 'Iris') ?? Number.NaN);
    return textAt(settings, 'Exposure', 'Mode') === 'MANUAL' && Number.isFinite(value) ? value : null;
  }

  async setIris(url: URL, source: string, value: number): Promise<void> {
    await this.#ask(
      'imaging',
      url,
      'SetImagingSettings',
      `${sourceOf(source)}<ImagingSettings><Exposure xmlns="http://www.onvif.org/ver10/schema"><Mode>MANUAL</Mode><Iris>${value}</Iris></Exposure></ImagingSettings><ForcePersistence>false</ForcePersistence>`,
    );
  }

  /** An address that is missing is none; one at another host ends it. */
  async #uri(url: URL, verb: string, body: string, schemes: readonly string[]): Promise<URL | null> {
    const answer = await this.#ask('media', url, verb, body).catch((error: unknown) => {
      if (error instanceof Refused) return null;
      throw error;
    });
    const named = answer && textAt(answer, 'MediaUri', 'Uri');
    return named ? this.#own(named, schemes) : null;
  }

  async #imaging(url: URL, source: string): Promise<Pick<Device, 'focus' | 'iris'> | null> {
    try {
      const options = await this.#ask('imaging', url, 'GetOptions', sourceOf(source));
      const moves = await this.#ask('imaging', url, 'GetMoveOptions', sourceOf(source));
      const range = find(options, 'Exposure', 'Iris');
      const [from, to] = [Number(textAt(range, 'Min')), Number(textAt(range, 'Max'))];
      const manual = Number.isFinite(from) && Number.isFinite(to) && (await this.iris(url, source)) !== null;
      return { focus: find(moves, 'Continuous') !== undefined, iris: manual ? { from, to } : null };
    } catch (error) {
      if (error instanceof Refused) return null;
      throw error;
    }
  }

  #own(named: string, schemes: readonly string[]): URL {
    return ownAddress(this.#door, named, schemes);
  }

  async #ask(service: Service, url: URL, verb: string, body = ''): Promise<Element> {
    const known = this.#offsetMs ?? (await this.#clock());
    this.#offsetMs = known;
    return this.#send(url, `<${verb} xmlns="${SERVICE[service]}">${body}</${verb}>`, this.#login(known));
  }

  /** Some refuse to tell their clock: ours is taken. */
  async #clock(): Promise<number> {
    const asked = `<GetSystemDateAndTime xmlns="${SERVICE.device}"/>`;
    const answer = await this.#send(this.#entry, asked, '').catch((error: unknown) => {
      if (error instanceof Refused) return undefined;
      throw error;
    });
    const time = find(answer, 'UTCDateTime');
    const at = (part: string, name: string): number => Number(textAt(time, part, name) ?? Number.NaN);
    const told = Date.UTC(
      at('Date', 'Year'),
      at('Date', 'Month') - 1,
      at('Date', 'Day'),
      at('Time', 'Hour'),
      at('Time', 'Minute'),
      at('Time', 'Second'),
    );
    return Number.isFinite(told) ? told - Date.now() : 0;
  }

  /** WS-Security UsernameToken with digest, at the camera's time. */
  #login(offsetMs: number): string {
    const { user, password } = this.#door;
    if (user === null || password === null) return '';
    const nonce = randomBytes(16);
    const created = new Date(Date.now() + offsetMs).toISOString();
    const digest = createHash('sha1').update(nonce).update(created).update(password).digest('base64');
    return (
      `<Security s:mustUnderstand="1" xmlns="${WSSE}-wssecurity-secext-1.0.xsd"><UsernameToken><Username>${escaped(user)}</Username>` +
      `<Password Type="${WSSE}-username-token-profile-1.0#PasswordDigest">${digest}</Password>` +
      `<Nonce EncodingType="${WSSE}-soap-message-security-1.0#Base64Binary">${nonce.toString('base64')}</Nonce>` +
      `<Created xmlns="${WSSE}-wssecurity-utility-1.0.xsd">${created}</Created></UsernameToken></Security>`
    );
  }

  async #send(url: URL, body: string, login: string): Promise<Element> {
    const head = login === '' ? '' : `<s:Header>${login}</s:Header>`;
    const page = await askPage(this.#door, url, {
      method: 'POST',
      body: `<?xml version="1.0" encoding="UTF-8"?><s:Envelope xmlns:s="http://www.w3.org/2003/05/soap-envelope">${head}<s:Body>${body}</s:Body></s:Envelope>`,
      contentType: 'application/soap+xml; charset=utf-8',
      mostBytes: MOST_BYTES,
      patienceMs: PATIENCE_MS,
    });
    let answer: Element;
    try {
      answer = readXml(page.body.toString('utf8'));
    } catch {
      throw new CameraFault({
        zh: `地址 ${url.pathname} 的应答不是 ONVIF`,
        en: `What answers at ${url.pathname} is no ONVIF device`,
      });
    }
    const fault = find(answer, 'Fault');
    if (!fault && page.status < 400) return answer;
    const code = (textAt(fault, 'Subcode', 'Value') ?? '').replace(/^\w+:/, '');
    if (code === 'NotAuthorized')
      throw new CameraFault({
        zh: '摄像机拒绝了用户名或密码',
        en: 'The camera refused the user name or password',
      });
    const reason = (
      textAt(fault, 'Reason', 'Text') ??
      textAt(fault, 'faultstring') ??
      String(page.status)
    ).slice(0, 120);
    throw new Refused(reason);
  }
}

/** The camera understood and will not. */
export class Refused extends CameraFault {
  constructor(reason: string) {
    super({ zh: `摄像机拒绝：${reason}`, en: `The camera refuses: ${reason}` });
    this.name = 'Refused';
  }
}

const tokenOf = (profile: string): string => `<ProfileToken>${escaped(profile)}</ProfileToken>`;
const sourceOf = (source: string): string => `<VideoSourceToken>${escaped(source)}</VideoSourceToken>`;
