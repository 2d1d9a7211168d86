import { DAY_MS, HOUR_MS, MINUTE_MS, QUARTER_MS } from '#domain/time/duration.ts';
import { Truth, type Equivalent, equivalentOf } from './truth.ts';

/** A reading as a gateway sends it. */
export interface Sent {
  readonly ts: number;
  readonly values: Readonly<Record<string, number>>;
}

/** An interval between two instants at which the counter is known. */
export interface Span {
  readonly from: number;
  readonly to: number;
  /** Millionths; null where nobody can know. */
  readonly energy: number | null;
  /** The meter itself said so, and nobody can see that it is not so. */
  readonly lie?: boolean;
}

/** Every figure that touches the interval must bear the flag. */
export interface Tell {
  readonly flag: string;
  readonly from: number;
  readonly to: number;
}

export type Interval = Omit<Tell, 'flag'>;

/** An event for the ledger, as the call takes it. */
export type LedgerEvent = { readonly from: number } & Readonly<Record<string, string | number>>;

/** What people do once the readings are there and folded. */
export type Act =
  | { readonly do: 'ledger'; readonly event: LedgerEvent }
  /** Changes the first event of the ledger. */
  | { readonly do: 'ledgerEdit'; readonly event: LedgerEvent }
  | { readonly do: 'recalculate' }
  | { readonly do: 'insert'; readonly at: number; readonly value: number }
  | {
      readonly do: 'correct';
      readonly kind: string;
      readonly from: number;
      readonly to: number;
      readonly amount?: string;
    }
  /** A file of registers in the product's own template. */
  | { readonly do: 'registerFile'; readonly rows: readonly { at: number; value: number }[] }
  /** A file of energies of quarters of an hour, stamped by their ends. */
  | { readonly do: 'energyFile'; readonly rows: readonly { at: number; value: number }[] };

/** The time that is scored at a place. */
export interface Season {
  readonly from: number;
  readonly to: number;
  readonly site: SiteCode;
}
type SiteCode = 'CN' | 'DE';

/** What a meter is called, and what its counter is worth. */
export interface RigDesign {
  readonly code: string;
  /** Hundredths on the counter at the start. */
  readonly start?: number;
  readonly ratio?: number;
  /** Hundredths counted in a quarter of an hour, on the mean. */
  readonly mean?: number;
  readonly worth?: readonly Equivalent[];
  readonly ratedPower?: number;
  readonly gateway?: 'A' | 'B';
}

/** A meter, what is sent of it, and what can be known of it. */
export class Rig {
  readonly code: string;
  readonly season: Season;
  readonly truth: Truth;
  readonly start: number;
  readonly #begun: { readonly at: number; readonly base: number }[] = [];
  readonly ratedPower: number | undefined;
  readonly gateway: 'A' | 'B';
  /** What is sent first, in shuffled order, and what is sent when that is folded. */
  sent: Sent[];
  later: Sent[] = [];
  newestFirst = false;
  spans: Span[];
  /** Reverse energy beside it. */
  reverse: Span[] = [];
  readonly tells: Tell[] = [];
  /** Flags that figures may bear for another of their energies. */
  readonly permits: Tell[] = [];
  readonly touched: Interval[] = [];
  readonly ledger: LedgerEvent[] = [];
  readonly acts: Act[] = [];
  /** Hundredths of lagging reactive energy for a hundred of active, where it has a register of it. */
  #lagging: number | undefined;
  /** Where the register is only known to some millionths. */
  slack: (Interval & { readonly by: number }) | undefined;
  /** What its gateway calls it until somebody maps the name; by its code where there is none. */
  alias: string | undefined;
  /** A sum that an organisation makes: what is missing of a part shows in its coverage. */
  listed = false;
  /** Signed sum of other meters; no readings of its own. */
  parts: readonly { readonly code: string; readonly sign: 1 | -1 }[] = [];

  constructor(
    season: Season,
    { code, start = 1_234_500, ratio = 1, mean = 400, worth: equivalent, ratedPower, gateway }: RigDesign,
  ) {
    this.code = code;
    this.season = season;
    this.start = start;
    this.ratedPower = ratedPower;
    this.gateway = gateway ?? 'A';
    const { from, to } = season;
    this.truth = new Truth(
      code,
      from,
      to,
      mean,
      equivalent ?? [{ from: -Infinity, per: equivalentOf(ratio) }],
    );
    if (ratio !== 1) this.ledger.push({ from: BEGINNING, ct: String(ratio) });
    const grid = gridOf(from, to);
    this.sent = grid.map((ts) => ({ ts, values: { PP: this.register(ts) } }));
    this.spans = grid.slice(1).map((end) => this.span(end - QUARTER_MS, end));
  }

  /** What the counter shows. */
  register(t: number): number {
    return (this.#base(t) + this.truth.counted(t)) / 100;
  }

  /** The counter goes on from `first` hundredths at an instant after which it has not begun again; what it showed there. */
  begin(at: number, first: number): number {
    const shown = this.register(at);
    const shift = first - Math.round(shown * 100);
    this.#begun.push({ at, base: this.#base(at) + shift });
    this.offset((ts) => (ts >= at ? shift : 0));
    return shown;
  }

  #base(t: number): number {
    return this.#begun.findLast(({ at }) => at <= t)?.base ?? this.start;
  }

  span(from: number, to: number): Span {
    return { from, to, energy: this.truth.energy(from, to) };
  }

  /** An instant on the quarter of an hour: a share of the whole time, and a clock time after the start of that day. */
  at(share: number, hour: number, minute = 0): number {
    return instantOf(this.season, share, hour, minute);
  }

  /** What is sent is changed; what `change` gives no value for is not sent. */
  distort(change: (reading: Sent) => Sent | undefined): void {
    this.sent = this.sent.flatMap((reading) => change(reading) ?? []);
  }

  /** Registers at which a condition holds show another value, in hundredths beside the truth. */
  offset(by: (ts: number) => number): void {
    this.distort(({ ts, values }) => {
      const shift = by(ts);
      if (shift === 0) return { ts, values };
      return { ts, values: { ...values, PP: Math.round((values['PP'] ?? 0) * 100 + shift) / 100 } };
    });
  }

  /** Sends a register of lagging reactive energy too, but not between two instants. */
  lag(percent: number, silent: Interval = { from: 0, to: 0 }): void {
    this.#lagging = percent;
    this.distort(({ ts, values }) =>
      ts >= silent.from && ts < silent.to
        ? { ts, values }
        : { ts, values: { ...values, QI: (100_000 + this.#lagged(ts)) / 100 } },
    );
  }

  #lagged(t: number): number {
    return Math.floor((this.truth.counted(t) * (this.#lagging ?? 0)) / 100);
  }

  /** Lagging reactive energy of the whole time, millionths; null without a register of it. */
  reactiveEnergy(): bigint | null {
    if (this.#lagging === undefined) return null;
    const per = this.truth.energy(this.season.from, this.season.from + QUARTER_MS) / this.truth.counted(this.season.from + QUARTER_MS); // prettier-ignore
    return BigInt(this.#lagged(this.season.to)) * BigInt(Math.round(per));
  }

  /** Nothing is sent between two instants; `energy` of the interval is still known, or null where it is not. */
  gap(from: number, to: number): void {
    this.distort((reading) => (reading.ts > from && reading.ts < to ? undefined : reading));
    this.pool(from, to);
    this.touch(from, to);
  }

  /** Of an interval only the whole energy can be known. */
  pool(from: number, to: number): void {
    this.replace(from, to, [this.span(from, to)]);
  }

  /** Of an interval nothing can be known; a flag tells it where it ends. */
  hole(from: number, to: number, flag: string): void {
    this.replace(from, to, [{ from, to, energy: null }]);
    this.tell(flag, Math.max(from, to - QUARTER_MS), to);
  }

  replace(from: number, to: number, spans: readonly Span[]): void {
    const before = this.spans.filter((span) => span.to <= from);
    const after = this.spans.filter((span) => span.from >= to);
    this.spans = [...before, ...spans, ...after];
  }

  tell(flag: string, from: number, to: number): void {
    this.tells.push({ flag, from, to });
    this.touch(from, to);
  }

  touch(from: number, to: number): void {
    this.touched.push({ from, to });
  }

  touchAll(): void {
    this.touch(this.season.from, this.season.to);
  }
}

/** See `Rig.at`. */
export const instantOf = ({ from, to }: Season, share: number, hour: number, minute = 0): number =>
  from + Math.floor(((to - from) / DAY_MS) * share) * DAY_MS + hour * HOUR_MS + minute * MINUTE_MS;

/** The beginning of a ledger: what holds from there was always so. */
export const BEGINNING = Date.UTC(2000, 0, 1);

/** The quarters of an hour from one instant to another, both ends. */
export const gridOf = (from: number, to: number): number[] =>
  Array.from({ length: Math.floor((to - from) / QUARTER_MS) + 1 }, (_, i) => from + i * QUARTER_MS);
