import type { Told } from '../domain/digest.ts';
import { type Run, zoneOf } from './run.ts';

/** What a run tells a person, on the clock of its site. */
export const toldOf = ({
  alarmName,
  content,
  raisedAt,
  zone,
}: Run & { readonly zone: string | null }): Told => ({
  name: alarmName,
  level: content.level,
  text: content.text,
  at: zoneOf(zone).local(Date.parse(raisedAt)),
});
