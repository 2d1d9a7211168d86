import { describe, expect, it } from 'vitest';
import { meantBy } from './nearName.ts';

const meant = (given: string, known: readonly string[], rest: readonly string[] = [], required = false) =>
  meantBy(
    given,
    new Set([given, ...rest]),
    known.map((name) => ({ name, required })),
    (name) => name === 'dateType',
  );

describe('a name that a call does not know', () => {
  it.each([
    ['username', 'userName'],
    ['user_name', 'userName'],
    ['USER-NAME', 'userName'],
    ['consumerID', 'consumerId'],
    ['ammeterIds', 'ammeterId'],
    ['site', 'sites'],
    ['remarks', 'remark'],
    ['consmerId', 'consumerId'],
    ['usreName', 'userName'],
    ['beginTme', 'beginTime'],
    ['settlementMnoht', 'settlementMonth'],
  ])('%s is taken for %s', (given, known) => expect(meant(given, ['id', known])).toBe(known));

  it.each([
    ['start', 'stat'],
    ['dt', 'dts'],
    ['end', 'send'],
    ['t', 'ts'],
    ['ids', 'id'],
    ['data', 'date'],
    ['price2', 'price1'],
    ['PP1', 'PP2'],
    ['maxValue', 'minValue'],
    ['inPower', 'outPower'],
    // Means something of its own in other calls.
    ['dateType', 'dataType'],
    ['password', 'userName'],
    ['', 'userName'],
    ['长'.repeat(200), 'userName'],
  ])('%s is not taken for %s', (given, known) => expect(meant(given, [known])).toBeUndefined());

  it('is not taken for a name that is sent too', () => {
    expect(meant('remarks', ['remark'], ['remark'])).toBeUndefined();
    expect(meant('OrgName', ['orgName'], ['orgName'])).toBeUndefined();
  });

  it('is taken for the longer one that the call cannot do without', () => {
    expect(meant('password', ['userPassword'], [], true)).toBe('userPassword');
    expect(meant('password', ['adminPassword', 'userPassword'], ['adminPassword'], true)).toBe(
      'userPassword',
    );
    expect(meant('password', ['userPassword'])).toBeUndefined();
    expect(meant('word', ['userPassword'], [], true)).toBeUndefined();
  });
});
