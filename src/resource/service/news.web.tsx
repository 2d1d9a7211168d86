export { slots } from '#feature/settings/news/web/newsSlots.tsx';
