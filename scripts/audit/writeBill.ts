import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ROOT } from '../writeFiles.ts';
import type { Rules } from './audit.ts';
import { billOf } from './bill.ts';
import { type Lock, type Manifest, readJson } from './lock.ts';

/** Beside what is built, not in it: pages are served to everybody. */
export const BILL_FILE = 'sbom.cdx.json';

/** Writes the bill of materials of this build. */
export async function writeBill(file = join(ROOT, BILL_FILE)): Promise<void> {
  const { stated } = readJson<Rules>('scripts/audit/rules.json').licences;
  const bill = billOf(readJson<Manifest>('package.json'), readJson<Lock>('package-lock.json'), stated);
  await writeFile(file, `${JSON.stringify(bill, null, 1)}\n`);
}
