import type { Resource } from '#contract/define.ts';
import { post } from '#web/api.ts';
import { confirm } from '#web/ui/Confirm.tsx';
import { notify } from '#web/ui/notice.ts';
import { NOTICE_MS } from './noticeTime.ts';
import { callOf, rowsChanged } from './rows.ts';
import type { useResourceTexts } from './useResourceTexts.ts';

/** How many names a confirmation lists before it counts the rest. */
const NAMED = 5;

const NameList = ({
  rows,
}: {
  readonly rows: readonly { readonly id: number; readonly title: string }[];
}) => (
  <ul>
    {rows.map(({ id, title }) => (
      <li key={id}>{title}</li>
    ))}
  </ul>
);

/** Deletes rows after one question that names them (many: behind its detail button) and the effect; resolves true when they are gone. */
export async function deleteRows(
  resource: Resource,
  what: string,
  rows: readonly { readonly id: number; readonly title: string }[],
  t: ReturnType<typeof useResourceTexts>,
): Promise<boolean> {
  const named = rows.slice(0, NAMED).map((row) => row.title);
  const names = named.join(t('comma'));
  const yes = await confirm({
    title: t('deleteTitle', { count: rows.length, what }),
    text: t('deleteEffect', {
      names: rows.length > NAMED ? t('andMore', { names, count: rows.length - NAMED }) : names,
    }),
    okText: t('delete'),
    danger: true,
    ...(rows.length > NAMED ? { detail: <NameList rows={rows} /> } : {}),
  });
  if (!yes) return false;
  const [only] = rows;
  await post(
    callOf(resource, 'del'),
    rows.length === 1 && only ? { id: only.id } : { ids: rows.map((row) => row.id) },
  );
  notify('success', t('deleted'), NOTICE_MS);
  await rowsChanged();
  return true;
}
