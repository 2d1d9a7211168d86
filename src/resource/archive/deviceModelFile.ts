import { defineResource } from '#contract/define.ts';
import { choice } from '#field/choice/contract.ts';
import { reference } from '#field/reference/contract.ts';
import { text } from '#field/text/contract.ts';
import { remark, secondName } from '../common.ts';

/** A document of a device model, for all who use it. */
export const deviceModelFile = defineResource({
  name: 'deviceModelFile',
  area: 'archive',
  label: { zh: '设备型号文件', en: 'Files of device models' },
  idName: 'deviceModelFileId',
  title: 'fileName',
  scope: null,
  screen: '/SDNBaseConfig/SDNDeviceModelFile',
  unique: [['deviceModelId', 'fileRecordId']],
  fields: {
    fileName: text('文件名', 'File name', { max: 120 }),
    fileNameEn: secondName(),
    deviceModelId: reference('设备型号', 'Device model', 'deviceModel'),
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
      { initial: 'manual' },
    ),
    fileRecordId: reference('文件', 'File', 'fileRecord'),
    remark: remark(),
  },
});
