import type { Look, SceneFigure } from '#contract/scene/binding.ts';
import type { ElementType, Tone } from '#contract/scene/scene.ts';
import type { BodyType } from '#contract/scene/space.ts';
import type { Text } from '#contract/text.ts';

export const LOOK_NAMES: Readonly<Record<Look, Text>> = {
  normal: { zh: '正常', en: 'Normal' },
  open: { zh: '分位', en: 'Open' },
  closed: { zh: '合位', en: 'Closed' },
  running: { zh: '运行', en: 'Running' },
  stopped: { zh: '停止', en: 'Stopped' },
  warning: { zh: '预警', en: 'Warning' },
  alarm: { zh: '报警', en: 'Alarm' },
  offline: { zh: '离线', en: 'Offline' },
  unknown: { zh: '未知', en: 'Unknown' },
};
export const FIGURE_NAMES: Readonly<Record<SceneFigure, Text>> = {
  loadShare: { zh: '负载率', en: 'Share of rated power' },
  today: { zh: '今日用量', en: 'Energy today' },
  month: { zh: '本月用量', en: 'Energy this month' },
  monthPeak: { zh: '本月最大需量', en: 'Maximum demand this month' },
};
export const SOURCE_NAMES = {
  item: { zh: '数据项', en: 'Value' },
  signal: { zh: '信号', en: 'Signal' },
  figure: { zh: '指标', en: 'Figure' },
  alarm: { zh: '报警', en: 'Alarm' },
} as const satisfies Readonly<Record<string, Text>>;
export const MAP_NAMES = {
  format: { zh: '显示数值', en: 'Number' },
  range: { zh: '范围 → 样子', en: 'Range → look' },
  visible: { zh: '显示条件', en: 'Shown while' },
  rotate: { zh: '旋转', en: 'Turn' },
  flow: { zh: '流动', en: 'Flow' },
} as const satisfies Readonly<Record<string, Text>>;
export const TYPE_NAMES: Readonly<Record<ElementType, Text>> = {
  symbol: { zh: '图元', en: 'Symbol' },
  bus: { zh: '母线', en: 'Bus' },
  wire: { zh: '连线', en: 'Wire' },
  text: { zh: '文字', en: 'Text' },
  shape: { zh: '形状', en: 'Shape' },
  image: { zh: '图片', en: 'Picture' },
  value: { zh: '数值', en: 'Value' },
  bar: { zh: '棒图', en: 'Bar' },
  trend: { zh: '趋势', en: 'Trend' },
  button: { zh: '按钮', en: 'Button' },
  link: { zh: '链接', en: 'Link' },
};
export const PLAIN_NAMES = {
  bus: { zh: '母线', en: 'Bus' },
  text: { zh: '文字', en: 'Text' },
  value: { zh: '数值', en: 'Value' },
  bar: { zh: '棒图', en: 'Bar' },
  trend: { zh: '趋势', en: 'Trend' },
  button: { zh: '按钮', en: 'Button' },
  link: { zh: '链接', en: 'Link' },
  rect: { zh: '矩形', en: 'Rectangle' },
  line: { zh: '直线', en: 'Line' },
} as const satisfies Readonly<Record<string, Text>>;
export const BODY_NAMES: Readonly<Record<BodyType, Text>> = {
  box: { zh: '长方体', en: 'Box' },
  cylinder: { zh: '圆柱', en: 'Cylinder' },
  sphere: { zh: '球', en: 'Sphere' },
  pipe: { zh: '管道', en: 'Pipe' },
  outline: { zh: '轮廓拉伸', en: 'Outline' },
  model: { zh: '模型', en: 'Model' },
  sign: { zh: '标牌', en: 'Sign' },
};
export const TONE_NAMES: Readonly<Record<Tone, Text>> = {
  text: { zh: '深色', en: 'Dark' },
  quiet: { zh: '浅灰', en: 'Light grey' },
  line: { zh: '灰', en: 'Grey' },
  accent: { zh: '主色', en: 'Accent' },
  normal: { zh: '正常色', en: 'Normal' },
  warning: { zh: '预警色', en: 'Warning' },
  alarm: { zh: '报警色', en: 'Alarm' },
  offline: { zh: '离线色', en: 'Offline' },
  ground: { zh: '底色', en: 'Ground' },
};
