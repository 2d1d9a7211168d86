/**
 * Switches faults of the simulated plant beside a running demonstration on and off.
 *   npm run simulate -- list                          what is wrong now, and who can have faults
 *   npm run simulate -- gap E-101                     a meter without contact (spike, stuck, reset likewise)
 *   npm run simulate -- dead steel/HL-01              a gateway without power (duplicates likewise)
 *   npm run simulate -- drift steel/HL-01 3600        a gateway's clock, seconds ahead (late: seconds behind)
 *   npm run simulate -- cellDrift B-03                a cell of the battery drifts away (cellHeat: the cells are hot)
 *   npm run simulate -- planSilent campus/EMS         the battery's energy management does not answer plans
 *   npm run simulate -- gap E-101 off                 over again
 *   npm run simulate -- clear                         all faults over
 * The console listens at SIMULATOR_PORT (8090); where it found that taken, say its port with --port.
 */
import { parseArgs } from 'node:util';

interface State {
  readonly error?: string;
  readonly faults: readonly { kind: string; target: string; since: number; amount: number }[];
  readonly gateways: readonly { name: string; meters: readonly string[] }[];
  readonly kinds: {
    readonly meter: readonly string[];
    readonly cell: readonly string[];
    readonly gateway: readonly string[];
    readonly plan: readonly string[];
  };
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { port: { type: 'string', default: process.env['SIMULATOR_PORT'] || '8090' } },
});
const base = `http://127.0.0.1:${values.port}`;

async function ask(body?: unknown): Promise<State> {
  const reply = await fetch(base + (body === undefined ? '/state' : '/fault'), {
    method: body === undefined ? 'GET' : 'POST',
    headers: { 'content-type': 'application/json', 'x-meterhouse': '1' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  }).catch(() => {
    throw new Error(`no simulated plant answers at ${base}; is the demonstration running? (--port)`);
  });
  const state = (await reply.json()) as State;
  if (state.error !== undefined) throw new Error(state.error);
  return state;
}

function show({ faults, gateways, kinds }: State): void {
  if (faults.length === 0) console.log('All well.');
  for (const { kind, target, since, amount } of faults)
    console.log(`${kind} ${target}${amount ? ` ${amount} s` : ''}, since ${new Date(since).toISOString()}`);
  if (positionals[0] !== 'list') return;
  console.log(
    `\nOf meters: ${kinds.meter.join(', ')}. Of cells: ${kinds.cell.join(', ')}. Of gateways: ${kinds.gateway.join(', ')}. Of plans: ${kinds.plan.join(', ')}.`,
  );
  for (const { name, meters } of gateways) console.log(`${name}: ${meters.join(' ')}`);
}

const [kind = 'list', target, third] = positionals;
try {
  if (kind === 'list') show(await ask());
  else {
    const on = third !== 'off';
    const amount = on && third !== undefined && third !== 'on' ? { amount: Number(third) } : {};
    show(await ask({ kind, target, on, ...amount }));
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
