import { expect, test } from 'vitest';
import type { SettlementStatement } from '../contract.ts';
import { between, paperOf } from './statementPaper.ts';
import { kept, now, statement } from './statementSample.ts';

test('what was kept stands on the paper, with what it would be now beside it', () => {
  const paper = paperOf(statement);
  expect(paper.settlement).toBe(kept);
  expect(paper.differs).toBe(true);
  expect(
    paper.assets.map(({ asset, netNow, lines }) => [
      asset.assetName,
      asset.net,
      netNow,
      lines.map(({ type, quantity, amount, now: is, difference, added }) => [type, quantity, amount, is, difference, added]), // prettier-ignore
    ]),
  ).toEqual([
    [
      'Battery',
      60,
      81.5,
      [
        ['discharging', 100, 100, 120, 20, false],
        ['charging', 50, -40, -40, null, false],
        ['operation', null, null, 1.5, 1.5, true],
      ],
    ],
    ['Roof', 0, 7, [['pvSelfUse', null, null, 7, 7, true]]],
  ]);
});

test('a month that was not kept, or differs in nothing, stands as it is', () => {
  const draft: SettlementStatement = { ...statement, issued: null };
  expect(paperOf(draft)).toMatchObject({ settlement: now, differs: false });
  const same = {
    ...statement,
    issued: statement.issued && { ...statement.issued, kept: now, differences: [], shares: [] },
  };
  expect(paperOf(same).assets[0]?.lines.every(({ difference }) => difference === null)).toBe(true);
});

test('a month of which the shares alone are others is told to differ', () => {
  const { issued } = statement;
  const paper = paperOf({ ...statement, settlement: kept, issued: issued && { ...issued, differences: [] } });
  expect(paper.differs).toBe(true);
  expect(paper.assets.map(({ sharesNow }) => sharesNow?.customer)).toEqual([30]);
});

test('what lies between two amounts is exact to the fen', () => {
  expect(between(0.1, 0.3)).toBe(0.2);
});
