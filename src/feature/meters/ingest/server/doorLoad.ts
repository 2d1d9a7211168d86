/** Bytes of deliveries that are being read, and how many of a gateway are taken at a time; the others wait their turn. */
const MOST_BYTES = 256 * 2 ** 20;
const MOST_BYTES_EACH = 64 * 2 ** 20;
const MOST_AT_ONCE = 4;

interface Load {
  bytes: number;
  running: number;
  readonly waiting: (() => void)[];
}

/** Bounds what the door over HTTP has under way, of a gateway and in all: who sends a lot waits for itself alone. */
export class DoorLoad {
  readonly #loads = new Map<number, Load>();
  #bytes = 0;

  /** Whether a delivery of so many bytes is to come again later. */
  isFull(gatewayId: number, bytes: number): boolean {
    const mine = this.#loads.get(gatewayId)?.bytes ?? 0;
    return (
      (mine > 0 && mine + bytes > MOST_BYTES_EACH) || (this.#bytes > 0 && this.#bytes + bytes > MOST_BYTES)
    );
  }

  /** Notes a delivery that begins to come in. @returns what ends it, however it ends; more than once is once */
  begin(gatewayId: number, bytes: number): () => void {
    const load = this.#loads.get(gatewayId) ?? { bytes: 0, running: 0, waiting: [] };
    this.#loads.set(gatewayId, load);
    load.bytes += bytes;
    this.#bytes += bytes;
    let open = true;
    return () => {
      if (!open) return;
      open = false;
      load.bytes -= bytes;
      this.#bytes -= bytes;
      if (load.bytes === 0 && load.running === 0) this.#loads.delete(gatewayId);
    };
  }

  /** Does `work` when fewer than so many of the gateway's deliveries are under way; in the order in which they came. */
  async inTurn<T>(gatewayId: number, work: () => Promise<T>): Promise<T> {
    const load = this.#loads.get(gatewayId);
    if (!load) return work();
    if (load.running >= MOST_AT_ONCE) await new Promise<void>((resolve) => load.waiting.push(resolve));
    else load.running++;
    try {
      return await work();
    } finally {
      const next = load.waiting.shift();
      if (next) next();
      else load.running--;
    }
  }
}
