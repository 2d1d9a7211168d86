/** The door of what would be counted twice: whoever changes who belongs to a sum asks here first. */
export { checkSum } from './checkSum.ts';
export { ammeterCheck, consumerUnitCheck, orgAmmeterCheck, orgUnitCheck } from './checkRow.ts';
