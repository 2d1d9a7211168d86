import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { encode } from 'jpeg-js';
import type { Head } from './aim.ts';
import type { CameraFaults } from './fault.ts';
import type { Planes } from './h264.ts';
import { type Account, CHALLENGE, isLogin, passwordDigest } from './login.ts';

/** What a simulated camera is. */
export interface DeviceFacts {
  readonly account: Account;
  readonly head: Head;
  readonly faults: CameraFaults;
  readonly ptz: boolean;
  readonly iris: boolean;
  readonly onvif: boolean;
  /** Its clock against the true one, ms. */
  readonly clockOffsetMs: number;
  readonly picture: () => Planes;
  readonly rtspPort: () => number | null;
  readonly heard: (verb: string) => void;
}

/** A log-in may be so far from the camera's clock. */
const LOGIN_MS = 5000;
/** dB by which a closed aperture darkens. */
const DARKEST = 20;
const PICTURE_TYPE = 'image/jpeg';
const NAMES =
  'xmlns:s="http://www.w3.org/2003/05/soap-envelope" xmlns:tt="http://www.onvif.org/ver10/schema" ' +
  'xmlns:tds="http://www.onvif.org/ver10/device/wsdl" xmlns:trt="http://www.onvif.org/ver10/media/wsdl" ' +
  'xmlns:tptz="http://www.onvif.org/ver20/ptz/wsdl" xmlns:timg="http://www.onvif.org/ver20/imaging/wsdl" ' +
  'xmlns:ter="http://www.onvif.org/ver10/error"';

const envelope = (body: string): string =>
  `<?xml version="1.0" encoding="UTF-8"?><s:Envelope ${NAMES}><s:Body>${body}</s:Body></s:Envelope>`;

const refusal = (code: string, reason: string): string =>
  envelope(
    `<s:Fault><s:Code><s:Value>s:Sender</s:Value><s:Subcode><s:Value>ter:${code}</s:Value></s:Subcode></s:Code>` +
      `<s:Reason><s:Text xml:lang="en">${reason}</s:Text></s:Reason></s:Fault>`,
  );

/** Answers pages of a simulated camera: its services of ONVIF, and its picture. */
export async function answerPage(
  facts: DeviceFacts,
  request: IncomingMessage,
  reply: ServerResponse,
): Promise<void> {
  const { faults } = facts;
  const path = request.url ?? '/';
  if (faults.silent) return;
  if (faults.redirects) return void reply.writeHead(302, { location: `${path}x` }).end();
  if (faults.endless) return flood(reply);
  if (path.startsWith('/snapshot')) {
    if (faults.pictureAfterMs !== undefined) await sleep(faults.pictureAfterMs);
    return snapshot(facts, request, reply);
  }
  if (!facts.onvif || request.method !== 'POST') return void reply.writeHead(404).end();
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const asked = Buffer.concat(chunks).toString('utf8');
  const { status, body } = soap(facts, asked, request.headers.host ?? '127.0.0.1');
  reply.writeHead(status, { 'content-type': 'application/soap+xml; charset=utf-8' }).end(body);
}

function flood(reply: ServerResponse): void {
  reply.writeHead(200, { 'content-type': PICTURE_TYPE });
  const block = Buffer.alloc(64 * 1024, 0xff);
  const more = (): void => {
    while (!reply.destroyed && reply.write(block));
    if (!reply.destroyed) reply.once('drain', more);
  };
  reply.on('error', () => {});
  more();
}

function snapshot(facts: DeviceFacts, request: IncomingMessage, reply: ServerResponse): void {
  if (!isLogin(request.headers.authorization, request.method ?? 'GET', facts.account)) {
    reply.writeHead(401, { 'www-authenticate': CHALLENGE }).end();
    return;
  }
  facts.heard('snapshot');
  reply.writeHead(200, { 'content-type': PICTURE_TYPE }).end(jpegOf(facts.picture()));
}

/** A picture as JPEG (BT.601). */
function jpegOf({ width, height, y, u, v }: Planes): Buffer {
  const data = Buffer.alloc(width * height * 4, 255);
  for (let row = 0; row < height; row++)
    for (let column = 0; column < width; column++) {
      const at = row * width + column;
      const half = (row >> 1) * (width / 2) + (column >> 1);
      const luma = 1.164 * ((y[at] ?? 16) - 16);
      const [blue, red] = [(u[half] ?? 128) - 128, (v[half] ?? 128) - 128];
      data[at * 4] = clip(luma + 1.596 * red);
      data[at * 4 + 1] = clip(luma - 0.392 * blue - 0.813 * red);
      data[at * 4 + 2] = clip(luma + 2.017 * blue);
    }
  return encode({ data, width, height }, 80).data;
}

const clip = (value: number): number => Math.min(255, Math.max(0, Math.round(value)));

/** The text of the first element of a name, whatever its prefix. */
const textIn = (xml: string, name: string): string | undefined =>
  new RegExp(`<(?:\\w+:)?${name}(?:\\s[^>]*)?>([^<]*)<`).exec(xml)?.[1];

const numberIn = (xml: string, element: string, attribute: string): number =>
  Number(new RegExp(`<(?:\\w+:)?${element}\\s[^>]*\\b${attribute}="([^"]+)"`).exec(xml)?.[1] ?? 0);

function isSigned({ account, clockOffsetMs }: DeviceFacts, xml: string): boolean {
  const [nonce, created] = [textIn(xml, 'Nonce') ?? '', textIn(xml, 'Created') ?? ''];
  const digest = passwordDigest(Buffer.from(nonce, 'base64'), created, account.password);
  const offset = Math.abs(Date.parse(created) - (Date.now() + clockOffsetMs));
  return textIn(xml, 'Username') === account.user && textIn(xml, 'Password') === digest && offset < LOGIN_MS;
}

function soap(facts: DeviceFacts, xml: string, host: string): { status: number; body: string } {
  const verb = /<(?:\w+:)?Body[^>]*>\s*<(?:\w+:)?(\w+)/.exec(xml)?.[1] ?? '';
  facts.heard(verb);
  if (verb !== 'GetSystemDateAndTime' && !isSigned(facts, xml))
    return { status: 400, body: refusal('NotAuthorized', 'Sender not Authorized') };
  if (verb === 'Stop' && facts.faults.refuseStop && !xml.includes('imaging'))
    return { status: 500, body: refusal('Action', 'the motor is busy') };
  const answer = answersOf(facts, xml, facts.faults.foreignHost ?? host)[verb];
  const body = answer?.();
  return body === undefined
    ? { status: 400, body: refusal('ActionNotSupported', `no ${verb} here`) }
    : { status: 200, body: envelope(body) };
}

type Answer = () => string | undefined;

function answersOf(facts: DeviceFacts, xml: string, host: string): Readonly<Record<string, Answer>> {
  const { ptz } = facts;
  const service = (name: string): string => `<tt:XAddr>http://${host}/onvif/${name}</tt:XAddr>`;
  return {
    GetSystemDateAndTime: () => clockOf(new Date(Date.now() + facts.clockOffsetMs)),
    GetDeviceInformation: () =>
      '<tds:GetDeviceInformationResponse><tds:Manufacturer>Simulated</tds:Manufacturer><tds:Model>PTZ</tds:Model></tds:GetDeviceInformationResponse>',
    GetCapabilities: () =>
      `<tds:GetCapabilitiesResponse><tds:Capabilities><tt:Media>${service('media')}</tt:Media>` +
      (ptz ? `<tt:PTZ>${service('ptz')}</tt:PTZ><tt:Imaging>${service('imaging')}</tt:Imaging>` : '') +
      '</tds:Capabilities></tds:GetCapabilitiesResponse>',
    GetProfiles: () =>
      '<trt:GetProfilesResponse>' +
      ['main', 'sub']
        .map(
          (token) =>
            `<trt:Profiles token="${token}" fixed="true"><tt:Name>${token}</tt:Name>` +
            '<tt:VideoSourceConfiguration token="vsc"><tt:SourceToken>source</tt:SourceToken></tt:VideoSourceConfiguration>' +
            `<tt:VideoEncoderConfiguration token="vec"><tt:Encoding>${token === 'main' && facts.faults.h265 ? 'H265' : 'H264'}</tt:Encoding></tt:VideoEncoderConfiguration>` +
            `${ptz ? '<tt:PTZConfiguration token="ptz"/>' : ''}</trt:Profiles>`,
        )
        .join('') +
      '</trt:GetProfilesResponse>',
    GetSnapshotUri: () =>
      `<trt:GetSnapshotUriResponse><trt:MediaUri><tt:Uri>http://${host}/snapshot.jpg?a=1&amp;b=2</tt:Uri></trt:MediaUri></trt:GetSnapshotUriResponse>`,
    GetStreamUri: () =>
      facts.rtspPort() === null
        ? undefined
        : `<trt:GetStreamUriResponse><trt:MediaUri><tt:Uri>rtsp://${host.replace(/:\d+$/, '')}:${facts.rtspPort()}/live</tt:Uri></trt:MediaUri></trt:GetStreamUriResponse>`,
    ...motions(facts, xml),
  };
}

/** The services of the head and the lens. */
function motions(facts: DeviceFacts, xml: string): Readonly<Record<string, Answer>> {
  const { head, ptz, iris, faults } = facts;
  const move = (): string => {
    const forMs = /PT([\d.]+)S/.exec(xml)?.[1];
    head.move(
      {
        pan: numberIn(xml, 'PanTilt', 'x'),
        tilt: numberIn(xml, 'PanTilt', 'y'),
        zoom: numberIn(xml, 'Zoom', 'x'),
      },
      forMs === undefined || faults.deafToTimeout ? Infinity : Number(forMs) * 1000,
    );
    return '<tptz:ContinuousMoveResponse/>';
  };
  return {
    ContinuousMove: () => (ptz ? move() : undefined),
    Stop: () => {
      head.stop();
      return '<tptz:StopResponse/>';
    },
    GetImagingSettings: () =>
      `<timg:GetImagingSettingsResponse><timg:ImagingSettings><tt:Exposure><tt:Mode>${iris ? 'MANUAL' : 'AUTO'}</tt:Mode>` +
      `${iris ? `<tt:Iris>${(1 - head.aim.iris) * DARKEST}</tt:Iris>` : ''}</tt:Exposure></timg:ImagingSettings></timg:GetImagingSettingsResponse>`,
    GetOptions: () =>
      `<timg:GetOptionsResponse><timg:ImagingOptions>${iris ? `<tt:Exposure><tt:Mode>MANUAL</tt:Mode><tt:Iris><tt:Min>0</tt:Min><tt:Max>${DARKEST}</tt:Max></tt:Iris></tt:Exposure>` : ''}</timg:ImagingOptions></timg:GetOptionsResponse>`,
    GetMoveOptions: () =>
      `<timg:GetMoveOptionsResponse><timg:MoveOptions>${ptz ? '<tt:Continuous><tt:Speed><tt:Min>-1</tt:Min><tt:Max>1</tt:Max></tt:Speed></tt:Continuous>' : ''}</timg:MoveOptions></timg:GetMoveOptionsResponse>`,
    SetImagingSettings: () => {
      // Attenuation in dB: 0 is wide open.
      head.aim.iris = Math.min(1, Math.max(0, 1 - Number(textIn(xml, 'Iris') ?? 0) / DARKEST));
      return '<timg:SetImagingSettingsResponse/>';
    },
    Move: () => {
      head.move({ focus: Number(textIn(xml, 'Speed') ?? 0) });
      return '<timg:MoveResponse/>';
    },
  };
}

function clockOf(now: Date): string {
  const part = (name: string, value: number): string => `<tt:${name}>${value}</tt:${name}>`;
  return (
    '<tds:GetSystemDateAndTimeResponse><tds:SystemDateAndTime><tt:DateTimeType>NTP</tt:DateTimeType><tt:UTCDateTime>' +
    `<tt:Time>${part('Hour', now.getUTCHours())}${part('Minute', now.getUTCMinutes())}${part('Second', now.getUTCSeconds())}</tt:Time>` +
    `<tt:Date>${part('Year', now.getUTCFullYear())}${part('Month', now.getUTCMonth() + 1)}${part('Day', now.getUTCDate())}</tt:Date>` +
    '</tt:UTCDateTime></tds:SystemDateAndTime></tds:GetSystemDateAndTimeResponse>'
  );
}
