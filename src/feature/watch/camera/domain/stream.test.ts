import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { videoTrackOf, trackAddress } from './description.ts';
import { Depacketiser } from './depacketiser.ts';
import {
  decoderRecord,
  type Frame,
  isBetween,
  packed,
  parametersOf,
  sampleOf,
  sizeOf,
  unpacked,
} from './h264.ts';
import { BetweenPictures, ProtocolError } from './protocolError.ts';
import { Ring } from './ring.ts';
import { RtspReader, type RtspPart, textOf } from './rtspReader.ts';
import { PlainEncoder } from '../../../../../simulator/camera/h264.ts';
import { Scene } from '../../../../../simulator/camera/scene.ts';
import { packetsOf } from '../../../../../simulator/camera/stream.ts';

const AIM = { pan: 10, tilt: 5, zoom: 2, focus: 0.5, iris: 0.5 };
const HOUR = '12:00:00';

/** An RTP packet of payload type 96. */
function packet(payload: Uint8Array, sequence: number, stamp: number, last: boolean): Uint8Array {
  const head = Buffer.alloc(12);
  head.writeUInt8(0x80, 0);
  head.writeUInt8((last ? 0x80 : 0) | 96, 1);
  head.writeUInt16BE(sequence % 65_536, 2);
  head.writeUInt32BE(stamp % 2 ** 32, 4);
  return Buffer.concat([head, payload]);
}

const interleaved = (data: Uint8Array): Buffer =>
  Buffer.concat([Buffer.from([0x24, 0, data.length >> 8, data.length & 255]), data]);

/** Pictures of a stream as packets: parameters in one, a long picture in parts. */
function pictures(n: number): { nals: Buffer[][]; packets: Uint8Array[] } {
  const encoder = new PlainEncoder(320, 192);
  const scene = new Scene();
  const nals: Buffer[][] = [];
  const packets: Uint8Array[] = [];
  let sequence = 65_533;
  for (let i = 0; i < n; i++) {
    const planes = scene.paint(AIM, 1000 + i * 100, HOUR);
    const units =
      i % 3 === 0 ? [encoder.sps, encoder.pps, encoder.key(planes)] : [encoder.difference(planes)];
    nals.push(units);
    const payloads =
      i % 3 === 0
        ? [aggregate([encoder.sps, encoder.pps]), ...packetsOf(units[2] ?? Buffer.alloc(0))]
        : packetsOf(units[0] ?? Buffer.alloc(0));
    for (const [k, payload] of payloads.entries())
      packets.push(packet(payload, sequence++, 4_294_960_000 + i * 9000, k === payloads.length - 1));
  }
  return { nals, packets };
}

const aggregate = (units: readonly Buffer[]): Buffer =>
  Buffer.concat([
    Buffer.from([24]),
    ...units.flatMap((unit) => [Buffer.from([unit.length >> 8, unit.length & 255]), unit]),
  ]);

const REPLY = 'RTSP/1.0 200 OK\r\nCSeq: 4\r\nContent-Length: 5\r\n\r\nhello';

describe('an RTSP stream', () => {
  const small = packet(Buffer.from([0x41, 1, 2, 3]), 7, 9, true);
  const bytes = Buffer.concat([
    Buffer.from(REPLY),
    interleaved(small),
    Buffer.from('\r\nOPTIONS rtsp://x/y RTSP/1.0\r\nCSeq: 1\r\n\r\n'),
    interleaved(small),
    Buffer.from(REPLY.replace('200 OK', '401 Unauthorized')),
    interleaved(Buffer.alloc(0)),
  ]);
  const told = (parts: readonly RtspPart[]): string =>
    parts
      .map((part) =>
        part.kind === 'packet'
          ? `packet ${part.channel} ${part.data.length}`
          : part.kind === 'reply'
            ? `reply ${part.status} ${textOf(part.body)}`
            : `request ${part.headers.get('cseq')?.[0]}`,
      )
      .join('; ');
  const WHOLE = 'reply 200 hello; packet 0 16; request 1; packet 0 16; reply 401 hello; packet 0 0';

  it('tells the same wherever it is cut: at every byte, and into any pieces', () => {
    for (let cut = 0; cut <= bytes.length; cut++) {
      const reader = new RtspReader();
      expect(told([...reader.push(bytes.subarray(0, cut)), ...reader.push(bytes.subarray(cut))])).toBe(WHOLE);
    }
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1 }), (sizes) => {
        const reader = new RtspReader();
        const parts: RtspPart[] = [];
        for (let at = 0, i = 0; at < bytes.length; i++) {
          const size = sizes[i % sizes.length] ?? 1;
          parts.push(...reader.push(bytes.subarray(at, at + size)));
          at += size;
        }
        expect(told(parts)).toBe(WHOLE);
      }),
    );
  });

  it.each([
    ['no RTSP', Buffer.from('HTTP/1.1 200 OK\r\n\r\n')],
    ['a head without end', Buffer.alloc(20_000, 0x41)],
    ['a body of no possible length', Buffer.from('RTSP/1.0 200 OK\r\nContent-Length: 99999999\r\n\r\n')],
    ['a body of no possible length', Buffer.from('RTSP/1.0 200 OK\r\nContent-Length: -1\r\n\r\n')],
  ])('ends at %s', (message, sent) => {
    expect(() => new RtspReader().push(sent)).toThrow(new ProtocolError(message));
  });

  it('never throws anything but its own error, whatever is sent', () => {
    fc.assert(
      fc.property(fc.array(fc.uint8Array({ maxLength: 60 })), (chunks) => {
        const reader = new RtspReader();
        const depacketiser = new Depacketiser(96);
        try {
          for (const chunk of chunks) reader.push(chunk);
          for (const chunk of chunks) depacketiser.push(Buffer.concat([small.subarray(0, 12), chunk]), 0);
        } catch (error) {
          expect(error).toBeInstanceOf(ProtocolError);
        }
      }),
    );
  });
});

describe('packets of H.264', () => {
  it('become the pictures that they were made of, over the turn of numbers and times', () => {
    const { nals, packets } = pictures(7);
    const depacketiser = new Depacketiser(96);
    const frames = packets.flatMap((one, i) => depacketiser.push(one, i));
    expect(frames.map(({ key }) => key)).toEqual([true, false, false, true, false, false, true]);
    expect(frames.map(({ at }) => at)).toEqual([0, 100, 200, 300, 400, 500, 600]);
    expect(frames.map((frame) => Buffer.concat(frame.nals))).toEqual(
      nals.map((units) => Buffer.concat(units)),
    );
  });

  it('of which one is missing leave out what leans on it, up to the next picture that needs no other', () => {
    const { packets } = pictures(7);
    const whole = new Depacketiser(96);
    const all = packets.flatMap((one, i) => whole.push(one, i)).map(({ at }) => at);
    for (let missing = 0; missing < packets.length; missing += 5) {
      const depacketiser = new Depacketiser(96);
      const times = packets
        .flatMap((one, i) => (i === missing ? [] : depacketiser.push(one, i)))
        .map(({ at }) => at);
      for (const at of times) expect(all).toContain(at);
      const first = times.find((at) => !all.includes(at));
      expect(first).toBeUndefined();
      expect(times.length).toBeLessThan(all.length);
    }
  });

  const KEY = Buffer.from([0x65, 0xb8, 0x80]);
  const LEANS = Buffer.from([0x41, 0x98, 0x80]);
  const BETWEEN = Buffer.from([0x01, 0x9c, 0x80]);
  const encoder = new PlainEncoder(320, 192);
  const pushed = (units: readonly (readonly [nal: Buffer, ms: number])[]): number[] => {
    const depacketiser = new Depacketiser(96, [encoder.sps, encoder.pps]);
    return units
      .flatMap(([nal, ms], i) => depacketiser.push(packet(nal, i, 90 * (1000 + ms), true), i))
      .map(({ at }) => at);
  };

  it('that are to be shown before one that came are none that can be played, and say so', () => {
    expect([KEY, LEANS, BETWEEN, Buffer.from([0x01, 0xa0]), Buffer.from([0x41])].map(isBetween)).toEqual([
      false,
      false,
      true,
      true,
      false,
    ]);
    expect(() => pushed([[KEY, 0], [LEANS, 120], [BETWEEN, 40]])).toThrow(BetweenPictures); // prettier-ignore
    // Those that only look back are played.
    expect(pushed([[KEY, 0], [BETWEEN, 40], [BETWEEN, 80]])).toEqual([0, 40, 80]); // prettier-ignore
  });

  it('go on a moment later where the camera sets its clock back: their time grows', () => {
    expect(pushed([[KEY, 500], [LEANS, 540], [LEANS, 100], [LEANS, 140]])).toEqual([0, 40, 80, 120]); // prettier-ignore
  });

  it('in parts without number stop the session', () => {
    const depacketiser = new Depacketiser(96);
    const crumbs = (): void => {
      for (let i = 0; i < 10_000; i++)
        depacketiser.push(packet(Buffer.from([0x7c, i === 0 ? 0x85 : 0x05, 1]), i, 0, false), 0);
    };
    expect(crumbs).toThrow(new ProtocolError('a picture of too many parts'));
  });

  it('without end stop the session', () => {
    const depacketiser = new Depacketiser(96);
    const endless = (): void => {
      for (let i = 0; i < 5000; i++)
        depacketiser.push(
          packet(
            Buffer.concat([Buffer.from([0x7c, i === 0 ? 0x85 : 0x05]), Buffer.alloc(1400)]),
            i,
            0,
            false,
          ),
          0,
        );
    };
    expect(endless).toThrow(ProtocolError);
  });
});

describe('H.264', () => {
  const encoder = new PlainEncoder(320, 192);

  it('tells its size and profile', () => {
    expect(sizeOf(encoder.sps)).toEqual({ width: 320, height: 192, codec: 'avc1.42c01e' });
    // A camera of 1920 × 1080, high profile, cropped: parameters as encoders commonly write them.
    const high = Buffer.from('Z2QAKKzZQHgCJ+WagQEAqAAAAwAIAAADAZB4wYyw', 'base64');
    expect(sizeOf(high)).toMatchObject({ width: 1920, height: 1080 });
    expect(sizeOf(Buffer.from([0x67]))).toBeNull();
    expect(sizeOf(encoder.pps)).toBeNull();
    expect([...decoderRecord(encoder.sps, encoder.pps).subarray(0, 4)]).toEqual([1, 66, 0xc0, 30]);
  });

  it('travels with lengths before its units, and stands so in files without its parameters', () => {
    const nals = [Buffer.from([0x67, 1]), Buffer.from([0x65, 2, 3])];
    expect([...packed(nals)]).toEqual([0, 0, 0, 2, 0x67, 1, 0, 0, 0, 3, 0x65, 2, 3]);
    expect(unpacked(packed(nals)).map((nal) => [...nal])).toEqual(nals.map((nal) => [...nal]));
    expect(unpacked(packed(nals).subarray(0, 9))).toHaveLength(1);
    expect([...sampleOf(nals)]).toEqual([0, 0, 0, 3, 0x65, 2, 3]);
    expect(parametersOf(nals)).toBeNull();
    expect(parametersOf([encoder.sps, encoder.pps])).toMatchObject({ width: 320, height: 192 });
  });
});

describe('a description', () => {
  it('tells the track of H.264, wherever it stands', () => {
    const text = [
      'm=video 0 RTP/AVP 98',
      'a=rtpmap:98 H265/90000',
      'm=video 0 RTP/AVP 96',
      'a=control:trackID=2',
      'a=rtpmap:96 H264/90000',
      'a=fmtp:96 packetization-mode=1;sprop-parameter-sets=Z0I=,aM4=',
    ].join('\r\n');
    expect(videoTrackOf(text)).toEqual({
      codec: 'H264',
      payloadType: 96,
      control: 'trackID=2',
      parameters: ['Z0I=', 'aM4='],
    });
    expect(videoTrackOf('m=audio 0 RTP/AVP 0')).toBeNull();
    expect(trackAddress('rtsp://h/a/', 'trackID=2')).toBe('rtsp://h/a/trackID=2');
    expect(trackAddress('rtsp://h/a', '*')).toBe('rtsp://h/a');
  });
});

describe('the ring', () => {
  const frame = (at: number, key: boolean, size = 10): Frame => ({
    at,
    heardAt: at,
    key,
    nals: [new Uint8Array(size)],
  });

  it('holds its seconds in whole groups and begins nearest to the instant asked for', () => {
    const ring = new Ring(5, 1e6);
    for (let at = 0; at <= 20_000; at += 500) ring.push(frame(at, at % 2000 === 0));
    const all = ring.since(0);
    expect(all[0]).toMatchObject({ key: true, at: 14_000 });
    expect(ring.since(17_100)[0]?.at).toBe(18_000);
    expect(ring.since(16_900)[0]?.at).toBe(16_000);
    expect(all.at(-1)?.at).toBe(20_000);
  });

  it('never holds more bytes than it may, whatever comes', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.boolean(), fc.integer({ min: 1, max: 400 }))), (frames) => {
        const ring = new Ring(1000, 1000);
        for (const [i, [key, size]] of frames.entries()) {
          ring.push(frame(i, key, size));
          expect(ring.bytes).toBeLessThanOrEqual(1000);
          const held = ring.since(-1);
          if (held[0]) expect(held[0].key).toBe(true);
          expect(held.reduce((sum, { nals }) => sum + (nals[0]?.length ?? 0), 0)).toBeLessThanOrEqual(
            ring.bytes,
          );
        }
      }),
    );
  });
});
