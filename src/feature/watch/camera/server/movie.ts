import { ArrayBufferTarget, Muxer } from 'mp4-muxer';
import { type Frame, parametersOf, sampleOf } from '../domain/h264.ts';

/** What stands between two pictures where the camera began its clock anew, ms. */
const JOINT_MS = 40;
const LAST_MS = 100;

/** A file of MP4 from pictures that begin with one that needs no other; null = there is none to begin with. */
export function movieOf(frames: readonly Frame[]): Buffer | null {
  const first = frames.findIndex(({ key }) => key);
  const told = parametersOf(frames[first]?.nals ?? []);
  if (!told) return null;
  const { width, height, codec, record } = told;
  const muxer = new Muxer({
    target: new ArrayBufferTarget(),
    video: { codec: 'avc', width, height },
    fastStart: 'in-memory',
  });
  const meta = { decoderConfig: { codec, codedWidth: width, codedHeight: height, description: record } };
  const times = timesOf(frames.slice(first));
  for (const [i, frame] of frames.slice(first).entries()) {
    const at = times[i] ?? 0;
    const length = (times[i + 1] ?? at + LAST_MS) - at;
    muxer.addVideoChunkRaw(
      sampleOf(frame.nals),
      frame.key ? 'key' : 'delta',
      Math.round(at * 1000),
      Math.round(length * 1000),
      i === 0 ? (meta as never) : undefined,
    );
  }
  muxer.finalize();
  return Buffer.from(muxer.target.buffer);
}

/** ms from the first picture on, always growing. */
function timesOf(frames: readonly Frame[]): number[] {
  let shift = -(frames[0]?.at ?? 0);
  let before = -1;
  return frames.map(({ at }) => {
    if (at + shift <= before) shift = before + JOINT_MS - at;
    before = at + shift;
    return before;
  });
}
