/** The door of power quality: its trend of samples, assessed against limits. */
export { assess } from '../domain/quality.ts';
export { trendOf, type TrendPoint } from './trend.ts';
