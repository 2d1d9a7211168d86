import { DAY_MS, QUARTER_MS } from '#domain/time/duration.ts';
import { type EmsFault, type EmsPlan, EmsStation } from '../device/emsStation.ts';
import type { FaultBoard, LiveFaultKind } from '../plant/liveFault.ts';
import { BATTERY, planOfDay, runPlan } from '../plant/microgrid.ts';
import { EMS_DEVICE } from './assets.ts';

/** How the faults of the console are called at the device. */
const FAULTS: Readonly<Partial<Record<LiveFaultKind, EmsFault>>> = {
  planSilent: 'silent',
  planRefused: 'refuses',
  planClipped: 'clips',
  planOld: 'wrongVersion',
  planTwice: 'twice',
};

/** What is kept of a day between starts: the plan as it came, and what the battery runs. */
interface KeptDay {
  readonly plan: EmsPlan;
  readonly run: readonly number[];
}

/** Local days since 1970 of a date. */
const dayOfDate = (date: string): number => Math.floor(Date.parse(`${date}T00:00:00Z`) / DAY_MS);
/** The plant stands in China. */
const dayStart = (date: string): number => Date.parse(`${date}T00:00:00+08:00`);

/** The energy management of the battery: it takes plans over MQTT, and the battery runs them from the next quarter on. */
export class DemoEms {
  readonly #days = new Map<string, KeptDay>();
  readonly #board: FaultBoard;
  readonly #gateway: string;
  #station: EmsStation | undefined;

  /** @param state what `save` gave before; the battery runs what it ran then @param gateway as faults name it */
  constructor(state: string, board: FaultBoard, gateway: string) {
    this.#board = board;
    this.#gateway = gateway;
    if (state === '') return;
    const known = JSON.parse(state) as Readonly<Record<string, KeptDay>>;
    for (const [date, day] of Object.entries(known)) {
      this.#days.set(date, day);
      runPlan(dayOfDate(date), day.run);
    }
  }

  /** Listens for plans. @param onChange what is to be kept */
  async listen(url: string, token: string, onChange: (state: string) => void): Promise<void> {
    this.#station = await EmsStation.connect({
      url,
      token,
      devices: [EMS_DEVICE],
      reconnectMs: 3000,
      loaded: { [EMS_DEVICE]: [...this.#days.values()].map(({ plan }) => plan) },
      faultOf: () => this.#fault(),
      onLoad: (_device, plan) => {
        this.#take(plan);
        onChange(this.save());
      },
    });
  }

  async close(): Promise<void> {
    await this.#station?.leave();
  }

  save(): string {
    return JSON.stringify(Object.fromEntries(this.#days));
  }

  #fault(): EmsFault | undefined {
    for (const [kind, fault] of Object.entries(FAULTS))
      if (this.#board.find(kind as LiveFaultKind, this.#gateway)) return fault;
    return undefined;
  }

  /** Slots that have begun stay as they were; a clipped device gives half of what it could at most. */
  #take(plan: EmsPlan): void {
    const day = dayOfDate(plan.date);
    const begun = Math.ceil((Date.now() - dayStart(plan.date)) / QUARTER_MS);
    const most = this.#fault() === 'clips' ? BATTERY.power / 2 : BATTERY.power;
    const before = planOfDay(day);
    const run = plan.points.map((kw, slot) =>
      slot < begun ? (before[slot] ?? 0) : Math.max(-most, Math.min(most, kw)),
    );
    this.#days.set(plan.date, { plan, run });
    runPlan(day, run);
  }
}
