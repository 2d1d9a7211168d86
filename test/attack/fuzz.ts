/**
 * Attacks a running product with calls and packets that nobody means; the same for the same seed.
 *   node scripts/run.mjs test/attack/fuzz.ts --base http://127.0.0.1:8080 --calls 20000 --packets 10000
 * Asks as the operator, as further accounts and without any (--operator name:password, --account name:password, several).
 * Exits with 1 unless there is no fault of ours (5xx), no crash and no call above --slow ms. What it attacks is spoilt.
 */
import { parseArgs } from 'node:util';
import { fuzzCalls } from './fuzzCalls.ts';
import { fuzzPackets } from './fuzzPackets.ts';

const { values } = parseArgs({
  options: {
    base: { type: 'string', default: 'http://127.0.0.1:8080' },
    mqtt: { type: 'string', default: '127.0.0.1:1883' },
    calls: { type: 'string', default: '20000' },
    packets: { type: 'string', default: '10000' },
    seed: { type: 'string', default: '1' },
    slow: { type: 'string', default: '2000' },
    at: { type: 'string', default: '4' },
    operator: { type: 'string', default: 'operator:operator-demo' },
    account: { type: 'string', multiple: true, default: ['steel:steel-demo', 'campus:campus-demo'] },
    only: { type: 'string' },
  },
});
const number = (name: 'calls' | 'packets' | 'seed' | 'slow' | 'at'): number => {
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
    ? await fuzzPackets({ ...shared, packets: number('packets'), mqtt: values.mqtt })
    : [];
const faults = [...calls, ...packets];
for (const fault of faults.slice(0, 50)) say(fault);
say(faults.length === 0 ? 'Nothing broke.' : `${faults.length} faults.`);
process.exit(faults.length === 0 ? 0 : 1); // prettier-ignore
