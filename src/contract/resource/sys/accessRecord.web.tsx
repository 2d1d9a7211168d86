export { accessSlots as slots } from '#feature/systemLog/web/cells.tsx';
