import { door as singleSignOnDoor } from '#feature/settings/singleSignOn/server/public.ts';
import { door as grafanaDoor } from '#feature/watch/grafana/server/public.ts';
import { door as cameraDoor } from '#feature/watch/camera/server/public.ts';
import { door as judgeDoor } from '#feature/watch/judge/server/public.ts';
import { door as chargePileDoor } from '#feature/assets/chargePile/server/public.ts';
import { routes as control } from '#feature/watch/control/server/index.ts';
import { routes as chargePile } from '#feature/assets/chargePile/server/index.ts';
import { routes as shed } from '#feature/watch/shed/server/index.ts';
import { routes as camera } from '#feature/watch/camera/server/index.ts';
import { routes as diagram } from '#feature/watch/diagram/server/index.ts';
import { routes as signal } from '#feature/watch/signal/server/index.ts';
import { routes as replay, taskHandlers as replayTasks } from '#feature/watch/replay/server/index.ts';
import { routes as operation } from '#feature/assets/operation/server/index.ts';
import { routes as settlement } from '#feature/assets/settlement/server/index.ts';
import { routes as account } from '#feature/settings/account/server/index.ts';
import { routes as alarm } from '#feature/watch/alarm/server/index.ts';
import { routes as judge } from '#feature/watch/judge/server/index.ts';
import { routes as use } from '#feature/energy/use/server/index.ts';
import { routes as load } from '#feature/energy/load/server/index.ts';
import { routes as demandAnalysis } from '#feature/energy/demandAnalysis/server/index.ts';
import { routes as powerQuality } from '#feature/energy/powerQuality/server/index.ts';
import { routes as keySystem } from '#feature/energy/keySystem/server/index.ts';
import { routes as comparison } from '#feature/energy/comparison/server/index.ts';
import { routes as energyFlow } from '#feature/energy/energyFlow/server/index.ts';
import { routes as statement } from '#feature/energy/statement/server/index.ts';
import { routes as timeOfUse } from '#feature/energy/timeOfUse/server/index.ts';
import { routes as annualTable } from '#feature/archive/annualTable/server/index.ts';
import { routes as bill } from '#feature/money/bill/server/index.ts';
import { routes as archiveFile } from '#feature/archive/archiveFile/server/index.ts';
import { routes as calendar } from '#feature/money/calendar/server/index.ts';
import { routes as charge } from '#feature/money/charge/server/index.ts';
import { routes as coefficient } from '#feature/statistics/coefficient/server/index.ts';
import { routes as subject } from '#feature/meters/subject/server/index.ts';
import { routes as communication } from '#feature/meters/communication/server/index.ts';
import { routes as collector } from '#feature/meters/collector/server/index.ts';
import { routes as correction } from '#feature/meters/correction/server/index.ts';
import { routes as countedTwice } from '#feature/meters/countedTwice/server/index.ts';
import {
  routes as dataInput,
  taskHandlers as dataInputTasks,
} from '#feature/meters/dataInput/server/index.ts';
import { routes as dataInterface } from '#feature/meters/dataInterface/server/index.ts';
import { routes as displayBoard } from '#feature/home/displayBoard/server/index.ts';
import { routes as demonstration } from '#feature/home/demonstration/server/index.ts';
import { routes as demand } from '#feature/money/demand/server/index.ts';
import { routes as gaugeStatistics } from '#feature/archive/gaugeStatistics/server/index.ts';
import { routes as home } from '#feature/home/roleHome/server/index.ts';
import { routes as help } from '#feature/house/help/server/index.ts';
import { routes as ledger } from '#feature/meters/ledger/server/index.ts';
import { routes as monitorObject } from '#feature/meters/monitorObject/server/index.ts';
import { routes as meteringArchive } from '#feature/archive/meteringArchive/server/index.ts';
import { routes as messaging } from '#feature/meters/messaging/server/index.ts';
import { routes as meterNet } from '#feature/meters/meterNet/server/index.ts';
import { routes as notice } from '#feature/house/notice/server/index.ts';
import { routes as customer } from '#feature/settings/customer/server/index.ts';
import { routes as masterData } from '#feature/settings/masterData/server/index.ts';
import { routes as news } from '#feature/settings/news/server/index.ts';
import { routes as siteArchive } from '#feature/settings/siteArchive/server/index.ts';
import { routes as statistics } from '#feature/statistics/energyStatistics/server/index.ts';
import { routes as systemLog } from '#feature/settings/systemLog/server/index.ts';
import { routes as outbox } from '#feature/house/outbox/server/index.ts';
import { routes as file } from '#feature/house/file/server/index.ts';
import {
  routes as figureRule,
  taskHandlers as figureRuleTasks,
} from '#feature/meters/figureRule/server/index.ts';
import {
  routes as onboarding,
  taskHandlers as onboardingTasks,
} from '#feature/meters/onboarding/server/index.ts';
import { routes as objectPage } from '#feature/home/objectPage/server/index.ts';
import { routes as overview } from '#feature/home/overview/server/index.ts';
import {
  routes as recalculation,
  taskHandlers as recalculationTasks,
} from '#feature/meters/recalculation/server/index.ts';
import { routes as report, taskHandlers as reportTasks } from '#feature/energy/report/server/index.ts';
import { routes as registration } from '#feature/settings/registration/server/index.ts';
import { routes as review } from '#feature/archive/review/server/index.ts';
import { routes as savedView } from '#feature/house/savedView/server/index.ts';
import { routes as session } from '#feature/house/session/server/index.ts';
import { routes as singleSignOn } from '#feature/settings/singleSignOn/server/index.ts';
import { routes as workOrder } from '#feature/watch/workOrder/server/index.ts';
import { routes as liveScreen } from '#feature/watch/liveScreen/server/index.ts';
import { routes as linkage } from '#feature/watch/linkage/server/index.ts';
import { routes as grafana } from '#feature/watch/grafana/server/index.ts';
import { routes as task } from '#feature/house/task/server/index.ts';
import { routes as virtualMeter } from '#feature/meters/virtualMeter/server/index.ts';
import { routes as workflow } from '#feature/settings/workflow/server/index.ts';
import type { TaskHandler } from '#feature/house/task/server/public.ts';
import { routes as plan } from '#feature/assets/plan/server/index.ts';
import { routes as upload } from '#feature/reporting/upload/server/index.ts';
import {
  routes as sealedData,
  taskHandlers as sealedDataTasks,
} from '#feature/settings/sealedData/server/index.ts';
import { routes as compose } from '#feature/watch/compose/server/index.ts';
import type { Door } from './door.ts';
import { importRoutes } from './resource/importing/route.ts';
import { taskHandlers as resourceTasks } from './resource/importing/task.ts';
import type { Route } from './route.ts';

/** The calls of every feature; the uniform resources add their own. */
export const featureRoutes: readonly Route[] = [
  ...sealedData,
  ...compose,
  ...signal,
  ...control,
  ...shed,
  ...diagram,
  ...importRoutes,
  ...session,
  ...singleSignOn,
  ...task,
  ...dataInput,
  ...dataInterface,
  ...objectPage,
  ...overview,
  ...home,
  ...file,
  ...figureRule,
  ...outbox,
  ...systemLog,
  ...news,
  ...masterData,
  ...customer,
  ...calendar,
  ...collector,
  ...correction,
  ...recalculation,
  ...ledger,
  ...meteringArchive,
  ...demand,
  ...demonstration,
  ...displayBoard,
  ...account,
  ...registration,
  ...virtualMeter,
  ...countedTwice,
  ...workflow,
  ...help,
  ...use,
  ...load,
  ...demandAnalysis,
  ...powerQuality,
  ...keySystem,
  ...comparison,
  ...energyFlow,
  ...statement,
  ...timeOfUse,
  ...subject,
  ...bill,
  ...charge,
  ...savedView,
  ...coefficient,
  ...statistics,
  ...report,
  ...notice,
  ...messaging,
  ...meterNet,
  ...annualTable,
  ...archiveFile,
  ...gaugeStatistics,
  ...review,
  ...communication,
  ...onboarding,
  ...monitorObject,
  ...siteArchive,
  ...alarm,
  ...judge,
  ...replay,
  ...linkage,
  ...workOrder,
  ...liveScreen,
  ...grafana,
  ...plan,
  ...upload,
  ...camera,
  ...chargePile,
  ...settlement,
  ...operation,
];

/** What features have on the web server beside their calls, in the order in which it is opened. */
export const doors: readonly Door[] = [singleSignOnDoor, grafanaDoor, cameraDoor, chargePileDoor, judgeDoor];

/** What the worker does for each kind of task. */
export const taskHandlers: Readonly<Record<string, TaskHandler>> = {
  ...dataInputTasks,
  ...figureRuleTasks,
  ...replayTasks,
  ...recalculationTasks,
  ...sealedDataTasks,
  ...onboardingTasks,
  ...reportTasks,
  ...resourceTasks,
};
