import { defineResource } from '#contract/define.ts';
import { energyTypeOptions } from '#contract/energyType.ts';
import { optional } from '#contract/field.ts';
import { choices } from '#field/choices/contract.ts';
import { text } from '#field/text/contract.ts';
import { consumerId, remark, secondName, state, telephone } from '../common.ts';

/** Who supplies an enterprise with energy: grid company, waterworks, gas company. */
export const supplier = defineResource({
  name: 'supplier',
  area: 'archive',
  label: { zh: '供应商', en: 'Suppliers' },
  idName: 'supplierId',
  title: 'supplierName',
  screen: '/SDNEquipment/SDNSupplier',
  unique: [['consumerId', 'supplierCode']],
  fields: {
    supplierName: text('供应商名称', 'Supplier', { max: 60 }),
    supplierNameEn: secondName(),
    supplierCode: text('供应商编号', 'Supplier number', { max: 30 }),
    consumerId: consumerId(),
    dataTypeList: optional(choices('供应能源', 'Supplies', energyTypeOptions)),
    contact: optional(text('联系人', 'Contact', { max: 40 })),
    phone: telephone(),
    address: optional(text('地址', 'Address', { max: 120, hidden: true })),
    state: state(),
    remark: remark(),
  },
});
