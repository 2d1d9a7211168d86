/** The door of the rules of figures: what a start with newer rules sets going. */
export { startFigureRepair } from './startFigureRepair.ts';
