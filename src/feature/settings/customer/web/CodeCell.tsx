import { useQuery } from '@tanstack/react-query';
import { entriesQuery, flatQuery, useNamed } from '#feature/settings/masterData/web/public.ts';
import type { CellProps } from '#web/resource/kindWeb.ts';
import { MISSING } from '#domain/figure/number.ts';

interface Named {
  readonly code: string;
  readonly name: string;
}

function Name({ value, rows }: { readonly value: unknown; readonly rows: readonly Named[] }) {
  if (value == null || value === '') return <>{MISSING}</>;
  const code = String(value);
  const named = rows.find((one) => one.code === code);
  // A deeper level than the list holds is told by what stands above it.
  const above = rows.findLast((one) => code.startsWith(one.code));
  return <span title={code}>{named?.name ?? (above ? `${above.name} ${code}` : code)}</span>;
}

/** The industry of a code, in words. */
export function IndustryCell({ value }: CellProps) {
  const { data } = useQuery({ ...flatQuery('industry'), enabled: value != null });
  return <Name value={value} rows={useNamed(data)} />;
}

/** The area of a code, in words. */
export function AreaCell({ value }: CellProps) {
  const { data } = useQuery({ ...flatQuery('adminArea'), enabled: value != null });
  return <Name value={value} rows={useNamed(data)} />;
}

/** The enterprise type of a code, in words. */
export function EnterpriseTypeCell({ value }: CellProps) {
  const { data } = useQuery({ ...entriesQuery('enteType'), enabled: value != null });
  return <Name value={value} rows={useNamed(data)} />;
}
