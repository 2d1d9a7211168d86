/** The door of recalculation: what must follow when a fact changes that the fold reads beside readings. */
export { recalculate } from './editRecalculation.ts';
export { fileRepair, followMeter, repairMeters, zoneChanged } from './repairMeters.ts';
