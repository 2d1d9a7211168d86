export { changeSlots as slots } from '#feature/settings/systemLog/web/cells.tsx';
