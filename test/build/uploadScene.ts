import { sql } from 'kysely';
import { QUARTER_MS } from '#domain/time/duration.ts';
import { createSource, foldDirty, storeIntervals } from '#feature/meters/reading/server/public.ts';
import { runPlatform } from '#feature/reporting/upload/server/loop.ts';
import { silent } from '#server/database/log.ts';
import { startProvince, type Province } from '../../simulator/platform/province.ts';
import { add, type Enterprise, unique } from '../build.ts';
import { type Client, ok, startProduct, type Product } from '../product.ts';
import { buildWholeEnterprise } from './whole.ts';

/** Whole plant, electricity, used. */
export const PLANT = '0000000002330020';
const HOME = 8 * 3_600_000;

/** Midnight in China of a date. */
export const midnight = (date: string): number => Date.parse(`${date}T00:00:00Z`) - HOME;

/** A plant that reports its electricity to a platform on this machine. */
export interface UploadScene {
  readonly product: Product;
  readonly mine: Enterprise;
  readonly province: Province;
  readonly platformId: number;
  /** Items by frequency: quarter, day, month, year. */
  readonly items: readonly number[];
  /** Stores kWh of quarters of an hour of the plant's meter and folds them. */
  store(from: number, values: readonly string[]): Promise<void>;
  /** Runs what is due; as often as given, so that what waits for a further attempt is sent too. */
  run(rounds?: number): Promise<void>;
  close(): Promise<void>;
}

const item = (statType: string, fields: object = {}) => ({
  collectItemName: `Electricity ${statType}`,
  scope: '1',
  energyClassCode: '02',
  energyTypeCode: '02,3300',
  dataUsageCode: '20',
  inputType: '4',
  convertRation: 0.1229,
  statType,
  ...fields,
});

/** A check digit that holds, for each enterprise another code. */
export function creditCode(n: number): string {
  const ALPHABET = '0123456789ABCDEFGHJKLMNPQRTUWXY';
  const head = `9143010070${String(n).padStart(7, '0')}`;
  let [sum, weight] = [0, 1];
  for (const letter of head) {
    sum += ALPHABET.indexOf(letter) * weight;
    weight = (weight * 3) % 31;
  }
  return head + (ALPHABET[(31 - (sum % 31)) % 31] ?? '');
}

let enterprises = 0;

/** Registers an enterprise at a platform and switches it on. */
export async function join(
  product: Product,
  mine: Enterprise,
  { protocol, url }: { protocol: 'A' | 'B'; url: string },
): Promise<number> {
  const operator = await product.operator();
  const platformId = await add(operator, 'platformInfo', {
    platformName: unique('Platform '),
    consumerId: mine.consumerId,
    protocol,
    baseUrl: `${url}/${protocol.toLowerCase()}`,
    plainHttp: true,
    reviseDays: 400,
  });
  if (protocol === 'A')
    ok(
      await operator.post('/api/yunshui/platformInfo/setSecret', {
        id: platformId,
        password: 'province-1',
        ownPassword: 'an operator of tests',
      }),
    );
  ok(await operator.post('/api/hunan/uploadservice/regist', { platformId }));
  ok(await operator.post('/api/hunan/platformInfo/enableUpload', { id: platformId, enable: 1 }));
  return platformId;
}

/** Fills in the registration of an enterprise. */
export const addRegistration = (
  operator: Client,
  consumerId: number,
  fields: Readonly<Record<string, unknown>> = {},
): Promise<number> =>
  add(operator, 'enterpriseInfo', {
    consumerId,
    cmpName: unique('Works '),
    enterpriseCode: creditCode(++enterprises),
    corporationName: 'Zhao',
    typeCode: '110',
    industryCode: 'C31',
    regionCode: '110000',
    fieldCode: '001',
    energyConsumeLevel: '3',
    address: 'Road 1',
    zipCode: '410000',
    phone: '073100000000',
    fax: '073100000000',
    email: 'a@example.com',
    registerAddress: 'Road 1',
    registerDate: '2003-05-20',
    registerPrincipal: '50000',
    productionLine: 'Melting',
    leadingProduct: 'Steel',
    longitude: 112,
    latitude: 28,
    ...fields,
  });

/** Fills in the registration of an enterprise and its items of electricity. */
export async function fillArchive(product: Product, mine: Enterprise): Promise<number[]> {
  const operator = await product.operator();
  const { consumerId } = mine;
  await addRegistration(operator, consumerId);
  const { rows } = await sql<{ id: number }>`update data_collect_configure set convert_ration = 0.1229
    where consumer_id = ${consumerId} and data_code = ${PLANT} and stat_type = '1' returning id`.execute(
    product.database.db,
  );
  await sql`update gauge_configure set ammeter_id = ${mine.ammeterId} where consumer_id = ${consumerId}`.execute(
    product.database.db,
  );
  const [quarter, month, year] = [
    await add(operator, 'dataCollectConfigure', { consumerId, ...item('0') }),
    await add(operator, 'dataCollectConfigure', { consumerId, ...item('2') }),
    await add(operator, 'dataCollectConfigure', { consumerId, ...item('3') }),
  ];
  return [quarter, rows[0]?.id ?? 0, month, year];
}

export async function buildUploadScene(protocol: 'A' | 'B' = 'A', seed = 1): Promise<UploadScene> {
  const product = await startProduct({ COLLECTOR_ALLOW: '127.0.0.1' });
  const mine = await buildWholeEnterprise(product);
  const province = await startProvince({ seed });
  const items = await fillArchive(product, mine);
  const platformId = await join(product, mine, { protocol, url: province.url });
  const { database, services } = product;
  return {
    product,
    mine,
    province,
    platformId,
    items,
    async store(from, values) {
      const source = await createSource(database.db, {
        consumerId: mine.consumerId,
        kind: 'import',
        name: 'x.csv',
        createdBy: null,
      });
      await storeIntervals(
        database.db,
        values.map((value, i) => ({
          meterId: mine.ammeterId,
          start: from + i * QUARTER_MS,
          end: from + (i + 1) * QUARTER_MS,
          code: 'PP',
          value,
        })),
        { source },
      );
      await sql`update data_source set status = '1' where id = ${source}`
        .execute(database.db)
        .catch(() => {});
      await foldDirty(database.db);
    },
    async run(rounds = 1) {
      for (let i = 0; i < rounds; i++) {
        await runPlatform({ db: database.db, pool: database.pool }, services.config, silent, platformId);
        if (i < rounds - 1)
          await sql`update upload_detail set _due_at = now() where _due_at < 'infinity'`.execute(database.db);
        await sql`update upload_record set _due_at = now()`.execute(database.db);
      }
    },
    async close() {
      await province.close();
      await product.close();
    },
  };
}
