import { type Finding, Flows, type Organisation } from '#feature/meters/subject/server/public.ts';

/** Through whom flows are counted a second time: the named meters that contain them, themselves left out. */
export function holdersOf(
  organisation: Organisation,
  finding: Extract<Finding, { readonly kind: 'listTwice' | 'sumTwice' | 'namedTwice' }>,
  ids: readonly number[],
): number[] {
  const flows = Flows.of(organisation);
  const named =
    finding.kind === 'sumTwice'
      ? flows.partsOf(finding.meterId).map((part) => part.partId)
      : finding.kind === 'namedTwice'
        ? finding.meterIds
        : organisation.lists
            .filter((entry) => entry.orgId === finding.orgId && entry.dataType === finding.dataType)
            .map((entry) => entry.meterId);
  const twice = new Map(ids.map((id) => [id, 1]));
  return named.filter(
    (id) => !twice.has(id) && flows.shared(flows.realOf(new Map([[id, 1]])), twice).size > 0,
  );
}
