import type { Text } from '#contract/text.ts';
import { FRAME_HEAD, type Lack, type VideoToken } from '../contract.ts';
import { parametersOf, sampleOf, unpacked } from '../domain/h264.ts';
import { beginning, piece } from './fragment.ts';

/** Why there is no live picture now. */
export interface LiveFault {
  readonly lack: Lack | null;
  /** The camera's own; null = the connection to the platform. */
  readonly text: Text | null;
}

export interface LiveEars {
  /** A permit to watch once. @throws where it is not given */
  readonly permit: () => Promise<VideoToken>;
  /** The first picture of a connection is there. */
  readonly playing: () => void;
  readonly fault: (fault: LiveFault) => void;
}

/** Farther behind than this, the picture leaps to the newest, s. */
const BEHIND_S = 0.8;
const EDGE_S = 0.1;
const LOOK_MS = 300;
/** What is older is let go, s. */
const KEEP_S = 10;
const [FIRST_WAIT_MS, LONGEST_WAIT_MS] = [1000, 15_000];
const [SHORTEST_MS, LONGEST_MS, USUAL_MS] = [5, 2000, 100];
const MOST_WAITING = 600;
/** Closed by the platform: it may not be watched any more, or cannot. */
const [NOT_ALLOWED, CANNOT] = [4403, 4409];

/** Whether this browser plays pictures as they come. */
export const canPlay = (): boolean =>
  typeof MediaSource !== 'undefined' && MediaSource.isTypeSupported('video/mp4; codecs="avc1.42c01e"');

/** Plays a camera's live pictures in a video element until it is ended; a lost connection is made again. */
export function playLive(video: HTMLVideoElement, ears: LiveEars): () => void {
  let ended = false;
  let wait = FIRST_WAIT_MS;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let socket: WebSocket | undefined;
  let screen: Screen | undefined;
  const again = (): void => {
    if (ended) return;
    screen?.close();
    screen = undefined;
    timer = setTimeout(() => void begin(), wait);
    wait = Math.min(LONGEST_WAIT_MS, wait * 2);
  };
  const begin = async (): Promise<void> => {
    let path: string;
    try {
      ({ path } = await ears.permit());
    } catch {
      ears.fault({ lack: null, text: null });
      return again();
    }
    if (ended) return;
    const address = new URL(path, location.href);
    address.protocol = location.protocol === 'https:' ? 'wss:' : 'ws:';
    socket = new WebSocket(address);
    socket.binaryType = 'arraybuffer';
    socket.addEventListener('message', ({ data }: MessageEvent<string | ArrayBuffer>) => {
      if (typeof data === 'string') {
        // What comes after it is shown from the next picture that needs no other, and told anew.
        screen?.close();
        screen = undefined;
        return ears.fault(JSON.parse(data) as LiveFault);
      }
      screen ??= new Screen(video, () => {
        wait = FIRST_WAIT_MS;
        ears.playing();
      });
      if (!screen.show(new Uint8Array(data))) socket?.close();
    });
    socket.addEventListener('close', ({ code }) => {
      if (ended) return;
      if (code !== CANNOT && code !== NOT_ALLOWED) ears.fault({ lack: null, text: null });
      again();
    });
  };
  void begin();
  return () => {
    ended = true;
    clearTimeout(timer);
    socket?.close();
    screen?.close();
  };
}

/** Puts pictures into a video element and keeps it at the newest. */
class Screen {
  readonly #video: HTMLVideoElement;
  readonly #playing: () => void;
  readonly #source = new MediaSource();
  readonly #address: string;
  readonly #look: ReturnType<typeof setInterval>;
  #buffer: SourceBuffer | undefined;
  #waiting: Uint8Array<ArrayBuffer>[] = [];
  #codec: string | undefined;
  #number = 0;
  #last: number | undefined;
  #lasts = USUAL_MS;
  #shown = false;

  constructor(video: HTMLVideoElement, playing: () => void) {
    this.#video = video;
    this.#playing = playing;
    this.#address = URL.createObjectURL(this.#source);
    video.src = this.#address;
    this.#source.addEventListener('sourceopen', () => this.#open());
    this.#look = setInterval(() => this.#follow(), LOOK_MS);
  }

  /** Takes a picture; false = the connection should be made anew: the size changed, or the player gave up. */
  show(message: Uint8Array): boolean {
    const view = new DataView(message.buffer, message.byteOffset, message.length);
    const key = view.getUint8(0) === 1;
    const at = Math.round(view.getFloat64(1));
    const nals = unpacked(message.subarray(FRAME_HEAD));
    if (this.#video.error || (this.#last !== undefined && at <= this.#last)) return false;
    if (key) {
      const told = parametersOf(nals);
      if (!told) return false;
      const codec = `${told.codec} ${told.width} ${told.height}`;
      if (this.#codec !== undefined && this.#codec !== codec) return false;
      if (this.#codec === undefined) {
        this.#codec = codec;
        this.#waiting.push(beginning(told));
        this.#open();
      }
    }
    if (this.#codec === undefined) return true;
    // How long a picture lasts is known with the next one alone: as long as the one before.
    if (this.#last !== undefined) this.#lasts = Math.min(LONGEST_MS, Math.max(SHORTEST_MS, at - this.#last));
    this.#last = at;
    this.#waiting.push(
      piece({ number: ++this.#number, at, lasts: this.#lasts, key, sample: sampleOf(nals) }),
    );
    this.#feed();
    return this.#waiting.length < MOST_WAITING;
  }

  close(): void {
    clearInterval(this.#look);
    this.#waiting = [];
    URL.revokeObjectURL(this.#address);
    if (this.#video.src === this.#address) {
      this.#video.removeAttribute('src');
      this.#video.load();
    }
  }

  #open(): void {
    const type = this.#codec?.split(' ')[0];
    if (this.#buffer || type === undefined || this.#source.readyState !== 'open') return;
    this.#buffer = this.#source.addSourceBuffer(`video/mp4; codecs="${type}"`);
    this.#buffer.addEventListener('updateend', () => this.#feed());
    this.#feed();
  }

  #feed(): void {
    const buffer = this.#buffer;
    if (!buffer || buffer.updating || this.#source.readyState !== 'open') return;
    const [next] = this.#waiting;
    if (!next) return;
    try {
      buffer.appendBuffer(next);
      this.#waiting.shift();
    } catch {
      // It is full: what was shown is let go, then it goes on.
      this.#letGo();
    }
  }

  #letGo(): void {
    const buffer = this.#buffer;
    const until = this.#video.currentTime - KEEP_S;
    if (!buffer || buffer.updating || buffer.buffered.length === 0 || until <= buffer.buffered.start(0))
      return;
    buffer.remove(0, until);
  }

  #follow(): void {
    const video = this.#video;
    const { buffered } = video;
    if (buffered.length === 0) return;
    const end = buffered.end(buffered.length - 1);
    if (end - video.currentTime > BEHIND_S || video.currentTime < buffered.start(0))
      video.currentTime = Math.max(buffered.start(buffered.length - 1), end - EDGE_S);
    if (video.paused) void video.play().catch(() => {});
    if (!this.#shown && video.readyState >= HTMLMediaElement.HAVE_CURRENT_DATA) {
      this.#shown = true;
      this.#playing();
    }
    this.#letGo();
  }
}
