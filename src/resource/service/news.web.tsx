export { newsSlots as slots } from '#feature/settings/news/web/slots.ts';
