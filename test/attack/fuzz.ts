/**
 * Attacks a running product with calls and packets that nobody means; the same for the same seed.
 *   node scripts/run.mjs test/attack/fuzz.ts --base http://127.0.0.1:8080 --calls 20000 --packets 10000 --charger 2000 --doors 2000
 * Doors are those that no document tells: the provider's log-out, live pictures and chargers before they are let in.
 * Packets are of MQTT 3.1.1 and 5, over TCP and WebSocket; messages of chargers are of OCPP 1.6J. Asks as the operator, as further accounts and without any (--operator name:password, --account name:password, several).
 * Exits with 1 unless there is no fault of ours (5xx), no crash and no call above --slow ms. What it attacks is spoilt.
 */
import { parseArgs } from 'node:util';
import { chanceOf } from './chance.ts';
import { fuzzCalls } from './fuzzCalls.ts';
import { fuzzCharger } from './fuzzCharger.ts';
import { fuzzDoors } from './fuzzDoors.ts';
import { fuzzPackets, prepare } from './fuzzPackets.ts';

const { values } = parseArgs({
  options: {
    base: { type: 'string', default: 'http://127.0.0.1:8080' },
    mqtt: { type: 'string', default: '127.0.0.1:1883' },
    mqttWs: { type: 'string', default: '127.0.0.1:8083' },
    calls: { type: 'string', default: '20000' },
    packets: { type: 'string', default: '10000' },
    charger: { type: 'string', default: '2000' },
    doors: { type: 'string', default: '2000' },
    seed: { type: 'string', default: '1' },
    slow: { type: 'string', default: '2000' },
    at: { type: 'string', default: '4' },
    operator: { type: 'string', default: 'operator:operator-demo' },
    account: { type: 'string', multiple: true, default: ['steel:steel-demo', 'campus:campus-demo'] },
    only: { type: 'string' },
  },
});
const number = (name: 'calls' | 'packets' | 'charger' | 'doors' | 'seed' | 'slow' | 'at'): number => {
  const value = Number(values[name]);
  if (!Number.isInteger(value) || value < 0) throw new Error(`--${name} must be a whole number.`);
  return value;
};
const account = (text: string) => {
  const [userName = '', ...password] = text.split(':');
  return { userName, password: password.join(':') };
};
const say = (line: string): void => console.log(line);
const shared = {
  base: values.base,
  seed: number('seed'),
  slowMs: number('slow'),
  operator: account(values.operator),
  say,
};

const calls = await fuzzCalls({
  ...shared,
  calls: number('calls'),
  atOnce: number('at'),
  accounts: values.account.map(account),
  only: values.only,
});
const packets =
  number('packets') > 0
    ? await fuzzPackets({ ...shared, packets: number('packets'), mqtt: values.mqtt, mqttWs: values.mqttWs })
    : [];
const charger = number('charger') > 0 ? await attackCharger(number('charger')) : [];
const doors = number('doors') > 0 ? await attackDoors(number('doors')) : [];
const faults = [...calls, ...packets, ...charger, ...doors];
for (const fault of faults.slice(0, 50)) say(fault);
say(faults.length === 0 ? 'Nothing broke.' : `${faults.length} faults.`);
process.exit(faults.length === 0 ? 0 : 1); // prettier-ignore

/** Enters two chargers of an enterprise: one that is hostile, and one that means well. */
async function attackCharger(messages: number): Promise<readonly string[]> {
  const own = await prepare(shared.base, shared.operator);
  const [hostile, good] = [await own.charger(), await own.charger()];
  const outcome = await fuzzCharger(chanceOf(shared.seed), hostile.options, good, messages);
  say(
    `${outcome.sent} messages of a charger over ${outcome.connections} connections, ${outcome.closed} ended by the door`,
  );
  return outcome.faults;
}

/** Knocks at the doors beside the calls. */
async function attackDoors(requests: number): Promise<readonly string[]> {
  const { sent, statuses, slowestMs, faults } = await fuzzDoors(
    chanceOf(shared.seed),
    shared.base,
    requests,
    shared.slowMs,
  );
  const told = (counts: ReadonlyMap<unknown, number>): string =>
    [...counts].map(([what, n]) => `${String(what)} ${n}`).join(', ');
  say(
    `requests at doors: ${told(sent)}; answers ${told(statuses)} (0 = cut); most ${Math.round(slowestMs)} ms`,
  );
  return faults;
}
