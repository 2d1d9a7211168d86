import { expect, test } from 'vitest';
import { brokenIn, withoutLines } from './deleteEach.ts';

const LIST = `import { routes as use } from '#feature/energy/use/server/index.ts';
import {
  routes as report,
  taskHandlers as reportTasks,
} from '#feature/energy/report/server/index.ts';

export const featureRoutes = [
  ...use,
  ...report,
];
export const taskHandlers = {
  ...reportTasks,
};
export const short = [use, report];
`;

test('a list loses what it imports of a feature, and nothing else', () => {
  expect(withoutLines(LIST, 'energy/report'))
    .toBe(`import { routes as use } from '#feature/energy/use/server/index.ts';

export const featureRoutes = [
  ...use,
];
export const taskHandlers = {
};
export const short = [use];
`);
  expect(withoutLines(LIST, 'energy/other')).toBe(LIST);
});

test('files that break are told once each', () => {
  const said = `src/a.ts(1,8): error TS2307: Cannot find module.
  more of it
src/a.ts(2,8): error TS2307: Cannot find module.
src/b.tsx(9,1): error TS7006: Parameter.`;
  expect(brokenIn(said)).toEqual(['src/a.ts', 'src/b.tsx']);
});
