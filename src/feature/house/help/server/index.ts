import { documentRoutes } from './document.ts';
import { getFaq } from './faq.ts';
import { downloadManual } from './manual.ts';

export const routes = [downloadManual, getFaq, ...documentRoutes];
