/** The door of the overview for other questions about the same subjects: who stands for what, and how sums travel. */
export { askAbout, type Asked, expectedOf, subjectParams, untilOf } from './question.ts';
export { settlementRuleOf } from './settlementRule.ts';
export { energyTreeOf, metersBelow } from './tree.ts';
export { courseOf } from './course.ts';
export { figuresOf } from './figures.ts';
export { lifeIn } from './origin.ts';
export { askAboutDay, type AskedDay, questionParams } from './question.ts';
export { oddOf } from './state.ts';
export { deviceTopOf } from './ranking.ts';
export { dateAt, periodOf } from '../domain/period.ts';
export { type DemandRule, demandRules, maximaUnder } from './demandRule.ts';
