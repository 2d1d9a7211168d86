import { openDatabase } from '#server/database/db.ts';
import { silent } from '#server/database/log.ts';
import { runPlatform } from '#feature/reporting/upload/server/loop.ts';

// A worker of a test, which is killed in the midst: it runs the batches of one platform for as long as it lives.
const [connectionString = '', dataDir = '', platform = ''] = process.argv.slice(2);
const database = await openDatabase(connectionString, { max: 8, log: silent });
const config = { outwardAllow: new Set(['127.0.0.1']), secretKey: undefined, dataDir };
process.send?.('ready');
for (;;) {
  await runPlatform(database, config, silent, Number(platform));
  await new Promise((done) => setTimeout(done, 50));
}
