/** The door of the subject of a query: an enterprise with its structure, who stands for what, what is expected of it. */
export { branchEnergies } from './branch.ts';
export {
  contextOf,
  type DayContext,
  dayContextOf,
  dayParams,
  expectedOf,
  type QueryContext,
  type SubjectParams,
  subjectParams,
  untilOf,
} from './context.ts';
export { energyTreeOf, metersBelow } from './energyTree.ts';
export { lifeIn } from './life.ts';
export {
  consumerOf,
  countingsOf,
  energyTypesOf,
  type Organisation,
  organisationAbout,
  organisationOf,
  type OrgMeter,
  timeZoneOf,
  usualZoneOf,
  wantedSumsOf,
} from './organisation.ts';
export { type Counts, countsOf, Flows, type SignedMeter, type SumPart } from '../domain/flow.ts';
export { besidesOf, type Finding, movedOf, twiceInList, twiceNamed, twiceOf } from '../domain/finding.ts';
export { type ListEntry, type OrgNode, standFor } from '../domain/standFor.ts';
