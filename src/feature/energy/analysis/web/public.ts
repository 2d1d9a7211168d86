export { DemandPage, EnergyViews, LoadPage, QualityPage, QuarterHeat } from './lazy.ts';
