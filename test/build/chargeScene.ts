import { sql } from 'kysely';
import { WebSocket } from 'ws';
import { SimulatedCharger, type ChargerOptions } from '../../simulator/charger/charger.ts';
import { add, buildEnterprise, type Enterprise, unique } from '../build.ts';
import { type Client, ok, type Product, startProduct } from '../product.ts';

/** A tag that may charge. */
export const TAG = 'CARD-1';

/** A charger as it was entered, and the charger that connects as it. */
export interface EnteredPile {
  readonly id: number;
  readonly key: string;
  readonly charger: SimulatedCharger;
}

/** The product with its door open, an enterprise with a tag, and chargers at will. */
export interface ChargeScene {
  readonly product: Product;
  readonly enterprise: Enterprise;
  readonly operator: Client;
  readonly url: string;
  pile(fields?: Readonly<Record<string, unknown>>, options?: Partial<ChargerOptions>): Promise<EnteredPile>;
  close(): Promise<void>;
}

/** Prices of flat 0.65 and peak 1.105 yuan; peak from 8 to 12 o'clock, flat else. */
async function enterPrices(operator: Client, { consumerId }: Enterprise): Promise<void> {
  const planId = await add(operator, 'priceScheme', {
    schemeName: unique('Scheme '),
    consumerId,
    schemeType: '1',
    price1: 1.38125,
    price2: 1.105,
    price3: 0.65,
    price4: 0.247,
  });
  await add(operator, 'priceAgreement', {
    measureAccount: unique('A'),
    consumerId,
    orgId: consumerId,
    planId,
    beginDt: '2020-01-01',
  });
  await add(operator, 'timezone', {
    timezoneName: unique('Calendar '),
    consumerId,
    validFrom: '2020-01-01',
    rules: {
      rules: [
        {
          segments: [
            { begin: '00:00', end: '08:00', period: 3 },
            { begin: '08:00', end: '12:00', period: 2 },
            { begin: '12:00', end: '24:00', period: 3 },
          ],
        },
      ],
    },
  });
}

/** Builds it. */
export async function buildChargeScene(): Promise<ChargeScene> {
  const product = await startProduct();
  const enterprise = await buildEnterprise(product);
  const operator = await product.operator();
  const { consumerId, siteId } = enterprise;
  await enterPrices(operator, enterprise);
  await add(operator, 'chargeTag', { tagCode: TAG, holder: 'Fleet', consumerId });
  await product.app.listen({ port: 0, host: '127.0.0.1' });
  const [address] = product.app.addresses();
  const url = `ws://127.0.0.1:${typeof address === 'object' ? address.port : 0}/ocpp`;
  const chargers: SimulatedCharger[] = [];
  return {
    product,
    enterprise,
    operator,
    url,
    async pile(fields = {}, options = {}) {
      const identity = unique('CP-');
      const row = { pileName: unique('Charger '), pileCode: unique(), consumerId, siteId, ratedPower: 7, serviceFee: 0.45 }; // prettier-ignore
      const id = await add(operator, 'chargePile', { ...row, ocppIdentity: identity, ...fields });
      const { key } = ok(await operator.post<{ key: string }>('/api/archive/chargePile/issueKey', { id }));
      const charger = new SimulatedCharger({ url, identity, key, ...options });
      chargers.push(charger);
      return { id, key, charger };
    },
    async close() {
      for (const charger of chargers) charger.cut();
      await product.close();
    },
  };
}

/** What the door answers to text as it is: a message, or the code with which it hangs up. */
export async function answerTo({ options }: SimulatedCharger, sent: string): Promise<unknown> {
  const basic = Buffer.from(`${options.identity}:${options.key}`).toString('base64');
  const socket = new WebSocket(`${options.url}/${options.identity}`, ['ocpp1.6'], {
    headers: { authorization: `Basic ${basic}` },
  });
  try {
    return await new Promise((resolve) => {
      socket.on('open', () => socket.send(sent));
      socket.on('message', (data: Buffer) => resolve(JSON.parse(data.toString('utf8'))));
      socket.on('close', (code) => resolve(code));
      socket.on('error', () => {});
    });
  } finally {
    socket.terminate();
  }
}

/** A row of a session as the database has it. */
export async function sessionRow(product: Product, id: number): Promise<Record<string, unknown>> {
  const { rows } = await sql<Record<string, unknown>>`
    select session_state as state, energy::float8 as energy, energy_fee::float8 as "energyFee",
      service_fee::float8 as "serviceFee", total_fee::float8 as "totalFee", doubt, stop_reason as reason,
      meter_stop::float8 as "meterStop", energy2::float8 as peak, energy3::float8 as flat, split_by_time as "splitByTime"
    from charge_session where id = ${id}`.execute(product.database.db);
  return rows[0] ?? {};
}
