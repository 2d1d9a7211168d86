import '#feature/home/overview/web/public.ts';
export const later = () => import('#feature/home/overview/web/public.ts');
import './planted.ts';
import { figuresOf } from '#feature/home/overview/web/figures.ts';
export type Page = typeof import('#feature/home/overview/web/figures.ts');
export const load = () => import('#feature/home/overview/web/figures.ts');
export * from '#feature/home/overview/web/figures.ts';
import '#feature/home/overview/web/index.ts';
import '#feature/settings/account/web/slots.ts';
