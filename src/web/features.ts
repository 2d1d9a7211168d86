import { operation } from '#feature/assets/operation/web/index.ts';
import { settlement } from '#feature/assets/settlement/web/index.ts';
import { use } from '#feature/energy/use/web/index.ts';
import { load } from '#feature/energy/load/web/index.ts';
import { demandAnalysis } from '#feature/energy/demandAnalysis/web/index.ts';
import { powerQuality } from '#feature/energy/powerQuality/web/index.ts';
import { keySystem } from '#feature/energy/keySystem/web/index.ts';
import { comparison } from '#feature/energy/comparison/web/index.ts';
import { energyFlow } from '#feature/energy/energyFlow/web/index.ts';
import { statement } from '#feature/energy/statement/web/index.ts';
import { timeOfUse } from '#feature/energy/timeOfUse/web/index.ts';
import { account } from '#feature/settings/account/web/index.ts';
import { demand } from '#feature/money/demand/web/index.ts';
import { bill } from '#feature/money/bill/web/index.ts';
import { charge } from '#feature/money/charge/web/index.ts';
import { calendar } from '#feature/money/calendar/web/index.ts';
import { communication } from '#feature/meters/communication/web/index.ts';
import { collector } from '#feature/meters/collector/web/index.ts';
import { alarm } from '#feature/watch/alarm/web/index.ts';
import { replay } from '#feature/watch/replay/web/index.ts';
import { control } from '#feature/watch/control/web/index.ts';
import { liveScreen } from '#feature/watch/liveScreen/web/index.ts';
import { workOrder } from '#feature/watch/workOrder/web/index.ts';
import { chargePile } from '#feature/assets/chargePile/web/index.ts';
import { camera } from '#feature/watch/camera/web/index.ts';
import { diagram } from '#feature/watch/diagram/web/index.ts';
import { shed } from '#feature/watch/shed/web/index.ts';
import { signal } from '#feature/watch/signal/web/index.ts';
import { correction } from '#feature/meters/correction/web/index.ts';
import { dataInput } from '#feature/meters/dataInput/web/index.ts';
import { displayBoard } from '#feature/home/displayBoard/web/index.ts';
import { ledger } from '#feature/meters/ledger/web/index.ts';
import { meteringArchive } from '#feature/archive/meteringArchive/web/index.ts';
import { meterNet } from '#feature/meters/meterNet/web/index.ts';
import { notice } from '#feature/house/notice/web/index.ts';
import { masterData } from '#feature/settings/masterData/web/index.ts';
import { monitorObject } from '#feature/meters/monitorObject/web/index.ts';
import { news } from '#feature/settings/news/web/index.ts';
import { coefficient } from '#feature/statistics/coefficient/web/index.ts';
import { report } from '#feature/energy/report/web/index.ts';
import { statistics } from '#feature/statistics/energyStatistics/web/index.ts';
import { siteArchive } from '#feature/settings/siteArchive/web/index.ts';
import { systemLog } from '#feature/settings/systemLog/web/index.ts';
import { onboarding } from '#feature/meters/onboarding/web/index.ts';
import { objectPage } from '#feature/home/objectPage/web/index.ts';
import { overview } from '#feature/home/overview/web/index.ts';
import { help } from '#feature/house/help/web/index.ts';
import { home } from '#feature/home/roleHome/web/index.ts';
import { figureRule } from '#feature/meters/figureRule/web/index.ts';
import { outbox } from '#feature/house/outbox/web/index.ts';
import { security } from '#feature/settings/security/web/index.ts';
import { workflow } from '#feature/settings/workflow/web/index.ts';
import { registration } from '#feature/settings/registration/web/index.ts';
import { singleSignOn } from '#feature/settings/singleSignOn/web/index.ts';
import { plan } from '#feature/assets/plan/web/index.ts';
import { upload } from '#feature/reporting/upload/web/index.ts';
import { sealedData } from '#feature/settings/sealedData/web/index.ts';
import { compose } from '#feature/watch/compose/web/index.ts';
import { kit } from './kit/pages.ts';
import type { PageRoute, WebFeature } from './page.ts';
import type { PlacedPart } from './place.tsx';
import { session } from './session/pages.ts';

/** Every feature with screens, one line each. */
const features: readonly WebFeature[] = [
  sealedData,
  compose,
  camera,
  chargePile,
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
  alarm,
  replay,
  diagram,
  signal,
  control,
  shed,
  liveScreen,
  workOrder,
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
  use,
  load,
  demandAnalysis,
  powerQuality,
  keySystem,
  comparison,
  energyFlow,
  statement,
  timeOfUse,
  statistics,
  coefficient,
  report,
  workflow,
  help,
  figureRule,
  outbox,
  security,
  plan,
  upload,
  settlement,
  operation,
  ...(import.meta.env.DEV ? [kit] : []),
];

/** Every screen of the product but the list pages of the resources, which stand behind all other addresses. */
export const pages: readonly PageRoute[] = features.flatMap((feature) => feature.routes);

/** What features show on pages that do not know them. */
export const placedParts: readonly PlacedPart[] = features.flatMap((feature) => feature.shows ?? []);
