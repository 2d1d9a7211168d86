import { defineResource } from '#contract/define.ts';
import { CAMERA_KINDS, MOVE_MS } from '#contract/camera.ts';
import { optional } from '#contract/field.ts';
import { choice } from '#field/choice/contract.ts';
import { flag } from '#field/flag/contract.ts';
import { integer } from '#field/integer/contract.ts';
import { reference } from '#field/reference/contract.ts';
import { text } from '#field/text/contract.ts';
import { consumerId, remark, secondName, state } from '../common.ts';

const PORT = { from: 1, to: 65_535, plain: true, hidden: true } as const;
const PATH = { max: 200, hidden: true, pattern: /^[^\s"'<>\\]+$/ } as const;

/** A camera of a site; how it is reached is set up by operators of the platform, its password by a call of its own. */
export const iVideoControl = defineResource({
  name: 'iVideoControl',
  area: 'archive',
  label: { zh: '摄像机', en: 'Cameras' },
  idName: 'iVideoControlId',
  title: 'cameraName',
  screen: '/SDNEquipment/SDNCamera',
  unique: [['consumerId', 'cameraCode']],
  fields: {
    cameraName: text('摄像机名称', 'Camera', { max: 60 }),
    cameraNameEn: secondName(),
    cameraCode: text('摄像机编号', 'Camera number', { max: 40 }),
    consumerId: consumerId(),
    siteId: reference('站点', 'Site', 'monitorSite'),
    cameraType: choice(
      '类型',
      'Kind',
      { 1: { zh: '固定', en: 'Fixed' }, 2: { zh: '云台', en: 'Pan and tilt' } },
      { initial: '1' },
    ),
    channel: integer('通道号', 'Channel', { from: 0, to: 4096, initial: 1, plain: true }),
    cameraKind: optional(
      choice('接入方式', 'Reached by', CAMERA_KINDS, {
        help: {
          zh: 'ONVIF 设备可转动，并自行给出视频与快照地址',
          en: 'An ONVIF device can be moved and names its own stream and pictures',
        },
      }),
    ),
    host: optional(
      text('主机', 'Host', {
        max: 100,
        hidden: true,
        pattern: /^[A-Za-z0-9]([A-Za-z0-9.:-]*[A-Za-z0-9])?$/,
        help: { zh: 'IP 地址或域名', en: 'IP address or host name' },
      }),
    ),
    httpPort: optional(integer('HTTP 端口', 'HTTP port', { ...PORT, initial: 80 })),
    rtspPort: optional(integer('RTSP 端口', 'RTSP port', { ...PORT, initial: 554 })),
    cameraUser: optional(text('设备用户名', 'Account of the device', { max: 60, hidden: true })),
    secretSet: optional(flag('已设密码', 'Password set', { readOnly: true, hidden: true })),
    onvifPath: optional(
      text('ONVIF 路径', 'ONVIF path', {
        ...PATH,
        help: { zh: '默认 /onvif/device_service', en: 'Default /onvif/device_service' },
      }),
    ),
    profile: optional(
      text('码流配置', 'Profile', {
        max: 80,
        hidden: true,
        help: {
          zh: 'ONVIF 码流配置的标识；不填取第一个 H.264 码流',
          en: 'Token of an ONVIF profile; empty: the first one of H.264',
        },
      }),
    ),
    streamPath: optional(
      text('视频流路径', 'Path of the stream', {
        ...PATH,
        help: {
          zh: '如 /live；接入方式为视频平台时是平台中的流名称',
          en: 'Such as /live; at a video platform the name of the stream there',
        },
      }),
    ),
    snapshotPath: optional(text('快照路径', 'Path of the picture', PATH)),
    moveMs: optional(
      integer('转动时长', 'Moves for', {
        ...MOVE_MS,
        unit: 'ms',
        hidden: true,
        help: {
          zh: '松手或断线后至多再转动这么久',
          en: 'It moves on for so long at most once the button is let go or the line is cut',
        },
      }),
    ),
    objectId: optional(
      reference('监测对象', 'Object', 'monitorObject', {
        help: {
          zh: '摄像机对准的对象；它的弹窗中先显示这台摄像机',
          en: 'What the camera looks at: its popup shows this camera',
        },
      }),
    ),
    place: optional(text('安装位置', 'Place', { max: 120 })),
    state: state(),
    remark: remark(),
  },
});
