import { join } from 'node:path';
import { packInto } from '#server/backup/archive.ts';
import { withProductDatabase } from '#server/backup/source.ts';
import { writeBackup } from '#server/backup/writeBackup.ts';
import { readConfig } from '#server/config.ts';
import { runTool } from './tool.ts';

// npm run backup -- FILE.tar | FOLDER
await runTool('backup', async (target, log) => {
  const config = readConfig(process.env);
  await withProductDatabase(config, { mustExist: true, log }, ({ pool }) =>
    packInto(target, (folder) => writeBackup(pool, join(config.dataDir, 'files'), folder, log), log),
  );
});
