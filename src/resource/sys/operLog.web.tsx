export { changeSlots as slots } from '#feature/settings/systemLog/web/slots.ts';
