import { analysis } from '#feature/analysis/web/index.ts';
import { account } from '#feature/account/web/index.ts';
import { demand } from '#feature/demand/web/index.ts';
import { bill } from '#feature/bill/web/index.ts';
import { charge } from '#feature/charge/web/index.ts';
import { calendar } from '#feature/calendar/web/index.ts';
import { communication } from '#feature/communication/web/index.ts';
import { collector } from '#feature/collector/web/index.ts';
import { correction } from '#feature/correction/web/index.ts';
import { dataInput } from '#feature/dataInput/web/index.ts';
import { displayBoard } from '#feature/displayBoard/web/index.ts';
import { ledger } from '#feature/ledger/web/index.ts';
import { meteringArchive } from '#feature/meteringArchive/web/index.ts';
import { meterNet } from '#feature/meterNet/web/index.ts';
import { notice } from '#feature/notice/web/index.ts';
import { masterData } from '#feature/masterData/web/index.ts';
import { monitorObject } from '#feature/monitorObject/web/index.ts';
import { news } from '#feature/news/web/index.ts';
import { coefficient } from '#feature/coefficient/web/index.ts';
import { report } from '#feature/report/web/index.ts';
import { statistics } from '#feature/statistics/web/index.ts';
import { siteArchive } from '#feature/siteArchive/web/index.ts';
import { systemLog } from '#feature/systemLog/web/index.ts';
import { onboarding } from '#feature/onboarding/web/index.ts';
import { objectPage } from '#feature/objectPage/web/index.ts';
import { overview } from '#feature/overview/web/index.ts';
import { help } from '#feature/help/web/index.ts';
import { home } from '#feature/home/web/index.ts';
import { figureRule } from '#feature/figureRule/web/index.ts';
import { outbox } from '#feature/outbox/web/index.ts';
import { security } from '#feature/security/web/index.ts';
import { workflow } from '#feature/workflow/web/index.ts';
import { registration } from '#feature/registration/web/index.ts';
import { singleSignOn } from '#feature/singleSignOn/web/index.ts';
import { kit } from './kit/pages.ts';
import type { PageRoute, WebFeature } from './page.ts';
import { session } from './session/pages.ts';

/** Every feature with screens, one line each. */
const features: readonly WebFeature[] = [
  session,
  singleSignOn,
  account,
  displayBoard,
  registration,
  calendar,
  bill,
  demand,
  charge,
  collector,
  ledger,
  meteringArchive,
  meterNet,
  objectPage,
  overview,
  home,
  systemLog,
  news,
  masterData,
  monitorObject,
  siteArchive,
  correction,
  dataInput,
  communication,
  onboarding,
  notice,
  analysis,
  statistics,
  coefficient,
  report,
  workflow,
  help,
  figureRule,
  outbox,
  security,
  ...(import.meta.env.DEV ? [kit] : []),
];

/** Every screen of the product but the list pages of the resources, which stand behind all other addresses. */
export const pages: readonly PageRoute[] = features.flatMap((feature) => feature.routes);
