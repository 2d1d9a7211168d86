import { theme, type ThemeConfig } from 'antd';
import { FONT_FAMILY } from './font.ts';
import { STATUS } from './palette.ts';
import type { Skin } from './skin.ts';

/** Height of what is pressed with a finger, in pixels. */
const FINGER = 44;

/** antd's theme of a skin; `touch`: for a phone. All greys are set, none is left to antd's derivation. */
export function antdTheme(skin: Skin, dark: boolean, touch = false): ThemeConfig {
  const t = dark ? skin.dark : skin.light;
  const ground = dark ? 1 : 0;
  const { radius, font, control, line } = skin.size;
  const height = touch ? FINGER : control;
  return {
    algorithm: dark ? theme.darkAlgorithm : theme.defaultAlgorithm,
    cssVar: { key: 'meterhouse' },
    hashed: false,
    token: {
      motion: false,
      fontFamily: FONT_FAMILY,
      fontSize: font,
      fontSizeSM: 12,
      lineHeight: line / font,
      borderRadius: radius,
      borderRadiusSM: Math.max(2, radius - 1),
      borderRadiusLG: radius + 2,
      controlHeight: height,
      controlHeightSM: touch ? FINGER : 24,
      controlHeightLG: height + 8,
      colorPrimary: t.primary,
      colorInfo: t.primary,
      colorLink: t.primary,
      colorPrimaryBg: t.primaryBg,
      colorPrimaryBgHover: t.primaryBg,
      controlItemBgActive: t.primaryBg,
      controlItemBgActiveHover: t.primaryBg,
      controlItemBgHover: t.fill,
      colorSuccess: STATUS.normal[ground],
      colorWarning: STATUS.warning[ground],
      colorError: STATUS.alarm[ground],
      colorBgLayout: t.layout,
      colorBgContainer: t.container,
      colorBgElevated: t.elevated,
      colorFillAlter: t.fill,
      colorBorder: t.control,
      colorBorderSecondary: t.split,
      colorSplit: t.split,
      colorText: t.text,
      colorTextSecondary: t.text2,
      colorTextTertiary: t.text3,
      colorTextQuaternary: t.text3,
      colorTextPlaceholder: t.text3,
      colorTextDescription: t.text3,
      colorTextLightSolid: t.onPrimary,
      colorIcon: t.text3,
      boxShadow: '0 4px 16px rgb(0 0 0 / 14%)',
      boxShadowSecondary: '0 4px 16px rgb(0 0 0 / 14%)',
    },
    components: {
      Button: { primaryColor: t.onPrimary, primaryShadow: 'none', defaultShadow: 'none', fontWeight: 400 },
      Table: {
        headerBg: t.fill,
        headerColor: t.text2,
        rowHoverBg: t.fill,
        rowSelectedBg: t.primaryBg,
        rowSelectedHoverBg: t.primaryBg,
        borderColor: t.split,
        headerSplitColor: 'transparent',
        cellPaddingBlock: (28 - line - 1) / 2,
        cellPaddingInline: 8,
        cellPaddingBlockMD: (28 - line - 1) / 2,
        cellPaddingInlineMD: 8,
        cellPaddingBlockSM: (26 - line - 1) / 2,
        cellPaddingInlineSM: 8,
      },
      Select: { optionSelectedBg: t.primaryBg },
      Segmented: { trackBg: t.split, itemSelectedBg: t.container },
      Tooltip: { colorTextLightSolid: t.container, colorBgSpotlight: t.text2 },
      Modal: { contentBg: t.elevated, headerBg: t.elevated },
    },
  };
}
