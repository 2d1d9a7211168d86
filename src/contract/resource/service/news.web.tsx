export { slots } from '#feature/news/web/newsSlots.tsx';
