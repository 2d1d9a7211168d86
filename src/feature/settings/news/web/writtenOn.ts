import { changedValues, type FormValues } from '#web/resource/form.ts';
import { idsOf } from '#web/resource/ids.ts';

/**
 * What the form holds after a save: what was saved, with what was written on while it was under way.
 * @param now what the form holds. @param sent what it held when it was sent. @param saved what is kept now
 */
export function writtenOn(now: FormValues, sent: FormValues, saved: FormValues): FormValues {
  const on = changedValues(now, sent);
  if (!('fileIdList' in on)) return { ...saved, ...on };
  // Files that came along with the save have been added meanwhile.
  const removed = idsOf(sent['fileIdList']).filter((id) => !idsOf(now['fileIdList']).includes(id));
  const kept = idsOf(saved['fileIdList']).filter((id) => !removed.includes(id));
  return { ...saved, ...on, fileIdList: kept.length > 0 ? kept : null };
}
