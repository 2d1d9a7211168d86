export { STATUS } from './attention.ts';
export { moneyFigures, productFigure, waitingFigures } from './moneyFigures.ts';
export { NoConsumer } from './NoConsumer.tsx';
export { useAttention, useDeviceCosts, useMoney } from './useHome.ts';
export { useHomeTexts } from './useHomeTexts.ts';
export { AlarmRow, AttentionPanel } from './lazy.ts';
