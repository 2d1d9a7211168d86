import { NoticeBell } from '#feature/house/notice/web/public.ts';
import { useAlarmBell } from '#feature/watch/alarm/web/public.ts';

/** The one bell: notices, and the alarms of the enterprise in view. */
export default function Bell() {
  return <NoticeBell beside={useAlarmBell()} />;
}
