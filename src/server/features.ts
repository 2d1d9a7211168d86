import { routes as account } from '#feature/account/server/index.ts';
import { routes as analysis } from '#feature/analysis/server/index.ts';
import { routes as annualTable } from '#feature/annualTable/server/index.ts';
import { routes as bill } from '#feature/bill/server/index.ts';
import { routes as archiveFile } from '#feature/archiveFile/server/index.ts';
import { routes as calendar } from '#feature/calendar/server/index.ts';
import { routes as charge } from '#feature/charge/server/index.ts';
import { routes as coefficient } from '#feature/coefficient/server/index.ts';
import { routes as communication } from '#feature/communication/server/index.ts';
import { routes as collector } from '#feature/collector/server/index.ts';
import { routes as correction } from '#feature/correction/server/index.ts';
import { routes as countedTwice } from '#feature/countedTwice/server/index.ts';
import { routes as dataInput, taskHandlers as dataInputTasks } from '#feature/dataInput/server/index.ts';
import { routes as dataInterface } from '#feature/dataInterface/server/index.ts';
import { routes as displayBoard } from '#feature/displayBoard/server/index.ts';
import { routes as demonstration } from '#feature/demonstration/server/index.ts';
import { routes as demand } from '#feature/demand/server/index.ts';
import { routes as gaugeStatistics } from '#feature/gaugeStatistics/server/index.ts';
import { routes as home } from '#feature/home/server/index.ts';
import { routes as help } from '#feature/help/server/index.ts';
import { routes as ledger } from '#feature/ledger/server/index.ts';
import { routes as monitorObject } from '#feature/monitorObject/server/index.ts';
import { routes as meteringArchive } from '#feature/meteringArchive/server/index.ts';
import { routes as messaging } from '#feature/messaging/server/index.ts';
import { routes as meterNet } from '#feature/meterNet/server/index.ts';
import { routes as notice } from '#feature/notice/server/index.ts';
import { routes as customer } from '#feature/customer/server/index.ts';
import { routes as masterData } from '#feature/masterData/server/index.ts';
import { routes as news } from '#feature/news/server/index.ts';
import { routes as siteArchive } from '#feature/siteArchive/server/index.ts';
import { routes as statistics } from '#feature/statistics/server/index.ts';
import { routes as systemLog } from '#feature/systemLog/server/index.ts';
import { routes as outbox } from '#feature/outbox/server/index.ts';
import { routes as file } from '#feature/file/server/index.ts';
import { routes as figureRule, taskHandlers as figureRuleTasks } from '#feature/figureRule/server/index.ts';
import { routes as onboarding, taskHandlers as onboardingTasks } from '#feature/onboarding/server/index.ts';
import { routes as objectPage } from '#feature/objectPage/server/index.ts';
import { routes as overview } from '#feature/overview/server/index.ts';
import {
  routes as recalculation,
  taskHandlers as recalculationTasks,
} from '#feature/recalculation/server/index.ts';
import { routes as report, taskHandlers as reportTasks } from '#feature/report/server/index.ts';
import { routes as registration } from '#feature/registration/server/index.ts';
import { routes as review } from '#feature/review/server/index.ts';
import { routes as savedView } from '#feature/savedView/server/index.ts';
import { routes as session } from '#feature/session/server/index.ts';
import { routes as singleSignOn } from '#feature/singleSignOn/server/index.ts';
import { routes as task } from '#feature/task/server/index.ts';
import { routes as virtualMeter } from '#feature/virtualMeter/server/index.ts';
import { routes as workflow } from '#feature/workflow/server/index.ts';
import type { TaskHandler } from '#feature/task/server/public.ts';
import { importRoutes } from './resource/importing/route.ts';
import { taskHandlers as resourceTasks } from './resource/importing/task.ts';
import type { Route } from './route.ts';

/** The calls of every feature; the uniform resources add their own. */
export const featureRoutes: readonly Route[] = [
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
  ...analysis,
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
];

/** What the worker does for each kind of task. */
export const taskHandlers: Readonly<Record<string, TaskHandler>> = {
  ...dataInputTasks,
  ...figureRuleTasks,
  ...recalculationTasks,
  ...onboardingTasks,
  ...reportTasks,
  ...resourceTasks,
};
