import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { emptyScene, type SceneElement } from '#contract/scene/scene.ts';
import { svgOf } from './drawElement.ts';
import { NO_NAMES } from './label.ts';
import { markupOf } from './node.ts';
import { SYMBOLS } from './symbol/symbols.ts';

/** Programs of LibreOffice beside which its drawing part lies: the others open no SVG. */
const OFFICE = ['/usr/lib/libreoffice/program', '/opt/libreoffice/program', '/usr/lib64/libreoffice/program']
  .filter((folder) => existsSync(join(folder, 'libsdlo.so')))
  .map((folder) => join(folder, 'soffice'))[0];

/** A file of LibreOffice's as it opens a document. @returns bytes of the PNG that it draws */
async function opened(folder: string, name: string, svg: string): Promise<Buffer> {
  await writeFile(join(folder, `${name}.svg`), svg);
  const profile = `-env:UserInstallation=file://${join(folder, 'profile')}`;
  const args = [
    profile,
    '--headless',
    '--convert-to',
    'png',
    '--outdir',
    folder,
    join(folder, `${name}.svg`),
  ];
  await promisify(execFile)(OFFICE ?? '', args, { timeout: 280_000 });
  return readFile(join(folder, `${name}.png`));
}

const pictureOf = (elements: readonly SceneElement[]): string => {
  const scene = { ...emptyScene([{ id: 'device', name: 'Devices' }]), elements: [...elements] };
  return markupOf(svgOf(scene, 'Symbols & <words>', { language: 'zh', seen: null, names: NO_NAMES }));
};

it.runIf(process.env['TEST_ALL'] !== undefined && OFFICE !== undefined)(
  'LibreOffice opens the exported picture of every symbol, and draws it',
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'meterhouse-office-'));
    try {
      const symbols = SYMBOLS.map(({ name }, i): SceneElement => ({ id: name, type: 'symbol', layer: 'device', symbol: name, x: (i % 10) * 120, y: Math.floor(i / 10) * 100, label: `${name} / 一段 <&>` })); // prettier-ignore
      const blank = symbols.map(({ id }, i): SceneElement => ({ id, type: 'shape', layer: 'device', shape: 'rect', x: (i % 10) * 120, y: Math.floor(i / 10) * 100, w: 1, h: 1, stroke: 'ground' })); // prettier-ignore
      const drawn = await opened(folder, 'symbols', pictureOf(symbols));
      const empty = await opened(folder, 'blank', pictureOf(blank));
      for (const png of [drawn, empty]) expect(png.subarray(1, 4).toString()).toBe('PNG');
      expect(drawn.readUInt32BE(16)).toBeGreaterThan(500);
      // A page without a stroke is a fraction of one with sixty symbols.
      expect(drawn.length).toBeGreaterThan(4 * empty.length);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
  300_000,
);
