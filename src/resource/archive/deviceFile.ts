import { defineResource } from '#contract/define.ts';
import { choice } from '#field/choice/contract.ts';
import { reference } from '#field/reference/contract.ts';
import { text } from '#field/text/contract.ts';
import { consumerId, remark, secondName } from '../common.ts';

/** A document of a device. */
export const deviceFile = defineResource({
  name: 'deviceFile',
  area: 'archive',
  label: { zh: '设备文件', en: 'Files of devices' },
  idName: 'deviceFileId',
  title: 'fileName',
  screen: '/SDNEquipment/SDNDeviceFile',
  unique: [['deviceId', 'fileRecordId']],
  fields: {
    fileName: text('文件名', 'File name', { max: 120 }),
    fileNameEn: secondName(),
    deviceId: reference('设备', 'Device', 'device'),
    consumerId: consumerId(),
    fileType: choice(
      '文件类型',
      'Kind of file',
      {
        manual: { zh: '说明书', en: 'Manual' },
        drawing: { zh: '图纸', en: 'Drawing' },
        certificate: { zh: '证书', en: 'Certificate' },
        picture: { zh: '照片', en: 'Picture' },
        other: { zh: '其他', en: 'Other' },
      },
      { initial: 'other' },
    ),
    fileRecordId: reference('文件', 'File', 'fileRecord'),
    remark: remark(),
  },
});
