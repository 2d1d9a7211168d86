// `npm test`: installs what is missing, checks, runs every test. The last line is `N passed, N failed`.
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { ROOT, ensureInstalled, modernEnvironment, modernNode, run, say, seconds } from './install.mjs';

const all = process.argv.includes('--all');
const began = Date.now();

await ensureInstalled();
const { ensureSystem } = await import('./system.mjs');
await ensureSystem(all);

const { check } = await import('./check.mjs');
const total = await check();
const reports = join(ROOT, 'node_modules/.cache/meterhouse');
const extra = all ? { TEST_ALL: '1' } : {};
const OLDER_POSTGRES = '/usr/lib/postgresql/15';

say('vitest …');
const vitest = ['run', '--reporter=default', '--reporter=json'];
add(await report('vitest', vitest, vitestCount, extra));
if (all && existsSync(OLDER_POSTGRES)) {
  // A thousand histories more would tell nothing of the database: as many as in `npm test`.
  say('vitest on the oldest PostgreSQL, as a user without special rights …');
  const env = { TEST_POSTGRES: OLDER_POSTGRES };
  add(await report('vitest', [...vitest, '--project', 'unit', 'src'], vitestCount, env));
}
if (
  existsSync(join(ROOT, 'e2e')) &&
  readdirSync(join(ROOT, 'e2e')).some((name) => name.endsWith('.spec.ts'))
) {
  say('playwright …');
  add(await report('playwright', ['test', '--reporter=list,json'], playwrightCount, extra));
}
say(`done in ${seconds(began)} s`);
for (const name of total.names) process.stdout.write(`✗ ${name}\n`);
process.stdout.write(`${total.passed} passed, ${total.failed} failed\n`);
process.exitCode = total.failed === 0 ? 0 : 1;

/** @param {{passed: number, failed: number, names: string[]}} count */
function add(count) {
  total.passed += count.passed;
  total.failed += count.failed;
  total.names.push(...count.names);
}

/**
 * Runs a test program; one that ends badly without a failed test counts as one failure. The names of what failed stand
 * in the last lines, which is what one sees of a long run.
 * @param {'vitest' | 'playwright'} name @param {string[]} args
 * @param {(report: any) => {passed: number, failed: number, names: string[]}} read
 * @param {Record<string, string>} more
 */
async function report(name, args, read, more) {
  const file = join(reports, `${name}.json`);
  const main = { vitest: 'vitest/vitest.mjs', playwright: '@playwright/test/cli.js' }[name];
  mkdirSync(reports, { recursive: true });
  rmSync(file, { force: true });
  const output = name === 'vitest' ? [`--outputFile.json=${file}`] : [];
  const env = modernEnvironment({ ...more, PLAYWRIGHT_JSON_OUTPUT_FILE: file });
  const began = Date.now();
  const { code } = await run(modernNode(), [join(ROOT, 'node_modules', main), ...args, ...output], { env });
  say(`${name} took ${seconds(began)} s`);
  const nothing = { passed: 0, failed: 0, names: [] };
  const count = existsSync(file) ? read(JSON.parse(readFileSync(file, 'utf8'))) : nothing;
  const ended = `${name} ended with ${code}`;
  return code !== 0 && count.failed === 0 ? { ...count, failed: 1, names: [ended] } : count;
}

/** @param {{numPassedTests: number, numFailedTests: number, testResults: any[]}} result */
function vitestCount(result) {
  const failed = result.testResults.filter((file) => file.status === 'failed');
  // A file that could not even be loaded has no tests to count.
  const broken = failed.filter((file) => file.assertionResults.length === 0);
  const names = failed.flatMap((file) => {
    const tests = file.assertionResults.filter((/** @type {any} */ test) => test.status === 'failed');
    const path = relative(ROOT, file.name);
    return tests.length === 0 ? [path] : tests.map((/** @type {any} */ test) => `${path} › ${test.fullName}`);
  });
  return { passed: result.numPassedTests, failed: result.numFailedTests + broken.length, names };
}

/** @param {{stats: {expected: number, unexpected: number, flaky: number}, errors: unknown[], suites: any[]}} result */
function playwrightCount({ stats, errors, suites }) {
  /** @param {any} suite @returns {string[]} */
  const failed = (suite) => [
    ...(suite.specs ?? [])
      .filter((/** @type {any} */ spec) => !spec.ok)
      .map((/** @type {any} */ spec) => `e2e/${spec.file}:${spec.line} › ${spec.title}`),
    ...(suite.suites ?? []).flatMap(failed),
  ];
  return {
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected + errors.length,
    names: suites.flatMap(failed),
  };
}
