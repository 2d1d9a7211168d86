// What the tests need from the operating system.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { chromiumPath, hasShell } from './chromium.mjs';
import { fail, run, say } from './install.mjs';

/**
 * Debian package → whether what it brings is there. `all` = needed by the whole matrix only; `instead` = whether the tests
 * can do, slower, with something else that is there.
 * @type {{name: string, all: boolean, here: () => boolean, instead?: () => boolean}[]}
 */
const NEEDS = [
  { name: 'chromium-headless-shell', all: false, here: hasShell, instead: () => existsSync(chromiumPath()) },
  { name: 'fonts-noto-cjk', all: false, here: hasChineseFont },
  { name: 'mosquitto', all: false, here: () => inPath('mosquitto') },
  { name: 'mosquitto-clients', all: false, here: () => inPath('mosquitto_pub') },
  { name: 'libreoffice-calc', all: true, here: () => existsSync('/usr/lib/libreoffice/program/libsclo.so') },
  { name: 'postgresql-15', all: true, here: () => existsSync('/usr/lib/postgresql/15/bin/postgres') },
];

/**
 * Installs what is missing where it may (root on Debian), else ends with the one line to type.
 * @param {boolean} all
 */
export async function ensureSystem(all) {
  const names = missing(all);
  const may = process.getuid?.() === 0 && inPath('apt-get');
  if (names.length === 0 || (!may && !short(all))) return;
  const line = `apt-get install -y --no-install-recommends ${names.join(' ')}`;
  if (!may) fail(`the tests need ${names.join(', ')}. Type: sudo ${line}`);
  say(`installing ${names.join(', ')} …`);
  // At this run level Debian starts no service: the tests run PostgreSQL and Mosquitto themselves.
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' };
  await run('apt-get', ['update'], { env }, 'reading the package lists');
  const { code, output } = await run('apt-get', line.split(' ').slice(1), { env }, 'installing');
  if (short(all)) fail(`${line} failed:\n${output.trim().slice(-2000)}`);
  if (code !== 0) say('not all was installed; the tests go on with what is there');
}

/** Whether something is missing without which the tests cannot run. @param {boolean} all */
function short(all) {
  return NEEDS.some((need) => (all || !need.all) && !need.here() && !need.instead?.());
}

/** @param {boolean} all */
function missing(all) {
  return NEEDS.filter((need) => (all || !need.all) && !need.here()).map((need) => need.name);
}

/** @param {string} program */
function inPath(program) {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin'];
  return folders.some((folder) => existsSync(join(folder, program)));
}

function hasChineseFont() {
  const listed = spawnSync('fc-list', [':lang=zh', 'family'], { encoding: 'utf8' });
  if (!listed.error) return listed.stdout.trim() !== '';
  const folder = '/usr/share/fonts/opentype/noto';
  return existsSync(folder) && readdirSync(folder).some((name) => name.includes('CJK'));
}
