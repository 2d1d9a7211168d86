import {
  AreaCell,
  AreaInput,
  EnergyDialog,
  EnterpriseTypeCell,
  EnterpriseTypeInput,
  IndustryCell,
  IndustryInput,
  PictureDialog,
} from '#feature/settings/customer/web/slots.ts';
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
