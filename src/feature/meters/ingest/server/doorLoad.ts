/** Bytes of deliveries as they come in, and how many of a gateway are taken at a time; the others wait their turn. */
const MOST_BYTES = 256 * 2 ** 20;
const MOST_BYTES_EACH = 64 * 2 ** 20;
const MOST_AT_ONCE = 4;

/**
 * Bytes of bodies, unpacked, that are read at once over all gateways: once parsed, the worst take twenty times as much.
 * Small ones have room of their own, so that they wait for no large ones.
 */
const LARGE_BYTES = 2 ** 20;
const MOST_LARGE = 32 * 2 ** 20;
const MOST_SMALL = 16 * 2 ** 20;

interface Load {
  bytes: number;
  running: number;
  readonly waiting: (() => void)[];
}

/** Lets go of all but so many of the bytes that are held. */
type Keep = (bytes: number) => void;

/** Memory that is given in the order in which it was asked for; who alone wants more than all of it gets it alone. */
class Room {
  readonly #most: number;
  readonly #waiting: { readonly bytes: number; readonly go: () => void }[] = [];
  #taken = 0;

  constructor(most: number) {
    this.#most = most;
  }

  get taken(): number {
    return this.#taken;
  }

  /** Waits for so many bytes. */
  async take(bytes: number): Promise<Keep> {
    await new Promise<void>((go) => {
      this.#waiting.push({ bytes, go });
      this.#next();
    });
    let held = bytes;
    return (left) => {
      if (left >= held) return;
      this.#taken -= held - left;
      held = left;
      this.#next();
    };
  }

  #next(): void {
    for (;;) {
      const [first] = this.#waiting;
      if (!first || (this.#taken > 0 && this.#taken + first.bytes > this.#most)) return;
      this.#waiting.shift();
      this.#taken += first.bytes;
      first.go();
    }
  }
}

/** Bounds what the door over HTTP has under way, of a gateway and in all: who sends a lot waits for itself alone. */
export class DoorLoad {
  readonly #loads = new Map<number, Load>();
  readonly #large = new Room(MOST_LARGE);
  readonly #small = new Room(MOST_SMALL);
  #bytes = 0;

  /** Bytes of bodies, unpacked, that are being read. */
  get reading(): number {
    return this.#large.taken + this.#small.taken;
  }

  /** Whether a delivery of so many bytes is to come again later. */
  isFull(gatewayId: number, bytes: number): boolean {
    const mine = this.#loads.get(gatewayId)?.bytes ?? 0;
    return (
      (mine > 0 && mine + bytes > MOST_BYTES_EACH) || (this.#bytes > 0 && this.#bytes + bytes > MOST_BYTES)
    );
  }

  /** Notes a delivery that begins to come in. @returns what ends it, however it ends; more than once is once */
  begin(gatewayId: number, bytes: number): () => void {
    const load = this.#loadOf(gatewayId);
    load.bytes += bytes;
    this.#bytes += bytes;
    let open = true;
    return () => {
      if (!open) return;
      open = false;
      load.bytes -= bytes;
      this.#bytes -= bytes;
      this.#forget(gatewayId, load);
    };
  }

  /**
   * Does `work` when fewer than so many of the gateway's deliveries are under way, in the order in which they came, and when
   * there is room to read it.
   * @param bytes the most that it may unpack to; `work` tells how many they were
   */
  async inTurn<T>(gatewayId: number, bytes: number, work: (keep: Keep) => Promise<T>): Promise<T> {
    const load = this.#loadOf(gatewayId);
    if (load.running >= MOST_AT_ONCE) await new Promise<void>((resolve) => load.waiting.push(resolve));
    else load.running++;
    const keep = await (bytes > LARGE_BYTES ? this.#large : this.#small).take(bytes);
    try {
      return await work(keep);
    } finally {
      keep(0);
      const next = load.waiting.shift();
      if (next) next();
      else load.running--;
      this.#forget(gatewayId, load);
    }
  }

  #loadOf(gatewayId: number): Load {
    const load = this.#loads.get(gatewayId) ?? { bytes: 0, running: 0, waiting: [] };
    this.#loads.set(gatewayId, load);
    return load;
  }

  #forget(gatewayId: number, load: Load): void {
    if (load.bytes === 0 && load.running === 0) this.#loads.delete(gatewayId);
  }
}
