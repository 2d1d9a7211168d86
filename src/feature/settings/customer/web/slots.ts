export { AreaCell, EnterpriseTypeCell, IndustryCell } from './CodeCell.tsx';
export { AreaInput, EnterpriseTypeInput, IndustryInput } from './CodeInput.tsx';
export { EnergyDialog } from './EnergyDialog.tsx';
export { PictureDialog } from './PictureDialog.tsx';
