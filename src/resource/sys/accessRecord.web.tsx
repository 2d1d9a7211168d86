export { accessSlots as slots } from '#feature/settings/systemLog/web/cells.tsx';
