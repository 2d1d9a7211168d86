/** The font stack: a Latin face first gives Latin figures, then Chinese faces; `base.css` holds the same. */
export const FONT_FAMILY =
  "'Segoe UI', -apple-system, 'PingFang SC', 'Microsoft YaHei UI', 'Microsoft YaHei', 'Noto Sans SC', 'Noto Sans CJK SC', sans-serif";
