import { HOUR_MS, MINUTE_MS } from '#domain/time/duration.ts';
import type { Client, Telemetry } from '../demonstration/client.ts';
import { noise } from '../plant/noise.ts';
import { type AlarmRow, countOf, recordsOf, runsOf, sumOf } from './alarmCount.ts';
import { RULE } from './alarmStory.ts';
import type { TrueAlarm } from './alarmTruth.ts';
import { enterPlace, OF_DEVICES, workOrders } from './place.ts';

/** What a device said of its event: that it stands, or that it is over. */
interface Said {
  readonly ts: number;
  readonly stands: boolean;
}

const DEVICES = 3;
const MINUTES = 1440;
/** Its last hours are quiet, and it ends so long ago that nothing of it is still awaited. */
const AGO_MS = HOUR_MS;
const QUIET = 1260;
const DELIVERY = 40;

/** What a device says in a day: most of it again and again, as devices do. */
function saidBy(seed: number, start: number): Said[] {
  const said: Said[] = [];
  let stands = false;
  for (let minute = 5; minute < MINUTES; minute += 1 + Math.floor(40 * noise(seed, minute) ** 3)) {
    if (minute >= QUIET) stands = false;
    else if (noise(seed, 5000 + minute) > 0.6) stands = !stands;
    said.push({ ts: start + minute * MINUTE_MS, stands });
  }
  return said;
}

/** What a person finds who reads what was said from the first line to the last. */
function trueEvents(said: readonly Said[]): TrueAlarm[] {
  const found: { raised: number; cleared: number | null; count: number }[] = [];
  for (const { ts, stands } of said) {
    const second = ts / 1000;
    const last = found.at(-1);
    const open = last !== undefined && last.cleared === null;
    if (stands && !open) {
      if (last?.cleared !== undefined && second - (last.cleared ?? 0) <= RULE.reopen) {
        last.cleared = null;
        last.count += 1;
      } else found.push({ raised: second, cleared: null, count: 1 });
    } else if (!stands && open) last.cleared = second;
  }
  return found;
}

/** How devices say that something stands, and that it is over. */
const WORDS = { stands: [true, 1, 'On battery'], over: [false, 0, 'normal'] } as const;

/**
 * Enters devices with an event, sends in shuffled order what they said yesterday, a third of it after all the rest was judged,
 * and compares the records with what a person finds in it.
 */
export async function scoreEvents(
  client: Client,
  send: (token: string, telemetry: Telemetry) => Promise<void>,
  judged: () => Promise<void>,
): Promise<AlarmRow> {
  const start = Math.floor((Date.now() - AGO_MS) / MINUTE_MS - MINUTES) * MINUTE_MS;
  const { consumerId, token } = await enterPlace(client, 'EVENTS');
  await client.post('/api/alarm/eventConfig/add', { eventName: 'Battery', eventIdentifier: 'BATTERY', consumerId, alarmLevel: '2' }); // prettier-ignore
  await workOrders(client, consumerId, [OF_DEVICES]);
  const devices = Array.from({ length: DEVICES }, (_, k) => ({ name: `UPS ${k + 1}`, said: saidBy(11 + k, start) })); // prettier-ignore
  const queue = devices
    .flatMap(({ name, said }, k) => said.map((one, i) => ({ name, one, turn: noise(31 + k, i) })))
    .toSorted((a, b) => a.turn - b.turn);
  const first = Math.floor((queue.length * 2) / 3);
  for (const part of [queue.slice(0, first), queue.slice(first)]) {
    for (let i = 0; i < part.length; i += DELIVERY) {
      const telemetry: Telemetry = {};
      for (const { name, one } of part.slice(i, i + DELIVERY)) {
        const words = one.stands ? WORDS.stands : WORDS.over;
        const BATTERY = words[(one.ts / MINUTE_MS) % words.length] ?? false;
        (telemetry[name] ??= []).push({ ts: one.ts, values: { BATTERY } });
      }
      await send(token, telemetry);
    }
    await judged();
  }
  const told = await runsOf(client, consumerId);
  const records = await recordsOf(client, { consumerId });
  const counts = devices.map(({ name, said }) =>
    countOf(trueEvents(said), records.filter(({ recordName }) => recordName.endsWith(name)), told),
  ); // prettier-ignore
  return {
    kind: 'events that devices tell of',
    known: 'each once while it stands, however often and in whatever words it is told',
    meters: DEVICES,
    ...sumOf(counts),
  };
}
