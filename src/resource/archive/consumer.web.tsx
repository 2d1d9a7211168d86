import { EnergyDialog } from '#feature/settings/customer/web/EnergyDialog.tsx';
import { AreaInput, EnterpriseTypeInput, IndustryInput } from '#feature/settings/customer/web/CodeInput.tsx';
import { AreaCell, EnterpriseTypeCell, IndustryCell } from '#feature/settings/customer/web/CodeCell.tsx';
import { PictureDialog } from '#feature/settings/customer/web/PictureDialog.tsx';
import type { WebSlots } from '#web/resource/slot.ts';

export const slots: WebSlots = {
  inputs: { industryId: IndustryInput, areaCode: AreaInput, enteTypeId: EnterpriseTypeInput },
  cells: { industryId: IndustryCell, areaCode: AreaCell, enteTypeId: EnterpriseTypeCell },
  actions: [
    {
      key: 'pictures',
      label: { zh: '标志与图标', en: 'Logo and icon' },
      permission: 'edit',
      Dialog: PictureDialog,
    },
    {
      key: 'energies',
      label: { zh: '用能配置', en: 'Energy types' },
      permission: 'view',
      Dialog: EnergyDialog,
    },
  ],
};
