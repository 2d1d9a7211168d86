import { expect, it } from 'vitest';
import { FaultBoard } from './liveFault.ts';

const truth = (at: number): Record<string, number> => ({ PP: 1000 + at, PZ: 10 });

it('tells the truth while nothing is wrong', () => {
  expect(new FaultBoard().told('E-1', 5, truth)).toEqual({
    code: 'E-1',
    at: 5,
    values: { PP: 1005, PZ: 10 },
  });
});

it('a gap is silence, a stuck meter repeats itself, a reset counts from nothing', () => {
  const board = new FaultBoard();
  board.switchOn('gap', 'E-1', 10);
  expect(board.told('E-1', 11, truth)).toBeNull();
  expect(board.told('E-2', 11, truth)).not.toBeNull();
  board.switchOff('gap', 'E-1');
  board.switchOn('stuck', 'E-1', 20);
  expect(board.told('E-1', 500, truth)?.values['PP']).toBe(1020);
  board.clear();
  board.switchOn('reset', 'E-1', 30);
  expect(board.told('E-1', 42, truth)?.values['PP']).toBe(12);
  // What was before the reset stays as it was.
  expect(board.told('E-1', 29, truth)?.values['PP']).toBe(1029);
});

it('a spike comes once', () => {
  const board = new FaultBoard();
  board.switchOn('spike', 'E-1', 1);
  expect(board.told('E-1', 2, truth)?.values).toEqual({ PP: 51_002, PZ: 300 });
  expect(board.told('E-1', 3, truth)?.values).toEqual({ PP: 1003, PZ: 10 });
  expect(board.list()).toEqual([]);
});
