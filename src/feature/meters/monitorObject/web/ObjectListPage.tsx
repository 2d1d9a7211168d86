import { monitorObject } from '#resource/archive/monitorObject.ts';
import { ResourceAlias } from '#web/resource/ResourceScreen.tsx';

/** The objects as a list: to filter, import and export. */
export default function ObjectListPage() {
  return <ResourceAlias resource={monitorObject} />;
}
