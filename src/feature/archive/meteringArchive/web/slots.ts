export { AlignStateCell } from './AlignStateCell.tsx';
export { CapitalCell } from './CapitalCell.tsx';
export { DataCodeCell } from './DataCodeCell.tsx';
export { GaugeLifeDialog } from './GaugeLifeDialog.tsx';
export { PictureCell, PictureInput } from './PictureInput.tsx';
export { SerialInput } from './SerialInput.tsx';
export { TakeOver } from './TakeOver.tsx';
