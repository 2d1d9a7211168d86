import { energyTypesOf, type Organisation, standFor } from '#feature/meters/subject/server/public.ts';
import type { WantedSum } from '#feature/meters/reading/server/public.ts';

/** The sums that the nodes of an enterprise stand for, of meters that all have one zone; of each as many as there are. */
export function wantedSums(organisation: Organisation): WantedSum[] {
  const zones = new Map(organisation.meters.map((meter) => [meter.id, meter.timeZone]));
  return organisation.nodes.flatMap((node) =>
    energyTypesOf(organisation, node.id).flatMap((dataType): WantedSum[] => {
      const { meters } = standFor(organisation, node.id, dataType);
      const [zone, ...others] = new Set(meters.map(({ meterId }) => zones.get(meterId)));
      return zone === undefined || others.length > 0 ? [] : [{ zone, signed: meters }];
    }),
  );
}
