import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { repairAddress } from '#feature/meters/correction/web/public.ts';
import { momentAt } from '#domain/time/text.ts';

export interface RepairLinkProps {
  readonly ammeterId: number;
  readonly zone: string;
  readonly from: number;
  /** Null = the day of `from` as a whole. */
  readonly to: number | null;
  readonly children: ReactNode;
}

/** To the repair of an interval of a meter. */
export function RepairLink({ ammeterId, zone, from, to, children }: RepairLinkProps) {
  const date = momentAt(zone, from).slice(0, 10);
  const address = repairAddress(ammeterId, date, to === null ? undefined : { from, to });
  return (
    <Link to={address.to} search={address.search as never}>
      {children}
    </Link>
  );
}
