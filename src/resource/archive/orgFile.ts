import { defineResource } from '#contract/define.ts';
import { choice } from '#field/choice/contract.ts';
import { reference } from '#field/reference/contract.ts';
import { text } from '#field/text/contract.ts';
import { consumerId, remark, secondName } from '../common.ts';

/** A document of an organisation: an enterprise, a site or a unit. */
export const orgFile = defineResource({
  name: 'orgFile',
  area: 'archive',
  label: { zh: '组织文件', en: 'Files of organisations' },
  idName: 'orgFileId',
  title: 'fileName',
  screen: '/SDNEquipment/SDNOrgFile',
  unique: [['orgId', 'fileRecordId']],
  fields: {
    fileName: text('文件名', 'File name', { max: 120 }),
    fileNameEn: secondName(),
    orgId: reference('组织', 'Organisation', 'org'),
    consumerId: consumerId(),
    fileType: choice(
      '文件类型',
      'Kind of file',
      {
        diagram: { zh: '系统图', en: 'System diagram' },
        layout: { zh: '平面图', en: 'Layout' },
        rules: { zh: '管理制度', en: 'Rules' },
        report: { zh: '报告', en: 'Report' },
        contract: { zh: '合同', en: 'Contract' },
        other: { zh: '其他', en: 'Other' },
      },
      { initial: 'other' },
    ),
    fileRecordId: reference('文件', 'File', 'fileRecord'),
    remark: remark(),
  },
});
