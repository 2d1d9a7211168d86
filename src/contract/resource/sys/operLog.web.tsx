export { changeSlots as slots } from '#feature/systemLog/web/cells.tsx';
