/** The door of notices: a feature raises one when something begins to be so, and ends it when it is over. */
export { endNotice, endNotices, lastingNotices, type NewNotice, raiseNotice, raiseNotices } from './raise.ts';
export { NOTICES, type PlantBook, type PlantKind, type PlantState } from './plant.ts';
export { noticePage } from './page.ts';
