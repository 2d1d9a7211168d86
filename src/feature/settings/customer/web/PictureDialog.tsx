import { useQuery } from '@tanstack/react-query';
import { get } from '#web/api.ts';
import { PicturesDialog } from '#web/resource/PicturesDialog.tsx';
import type { ActionProps } from '#web/resource/slot.ts';
import { titleOf } from '#web/resource/target.ts';
import { useCustomerTexts } from './useCustomerTexts.ts';

/** The logo and the icon of an enterprise. */
export function PictureDialog({ resource, row, onClose }: ActionProps) {
  const t = useCustomerTexts();
  const { data } = useQuery({
    queryKey: ['sys', 'consumer', 'getConsumerInfo', row.id],
    queryFn: ({ signal }) =>
      get<Readonly<Record<string, unknown>>>(
        'sys/consumer/getConsumerInfo',
        { orgId: row.id },
        { quiet: true, signal },
      ),
  });
  const addressOf = (name: string): string | null => {
    const address = data?.[name];
    return typeof address === 'string' ? address : null;
  };
  return (
    <PicturesDialog
      title={titleOf(resource, row)}
      call="sys/consumer/edit"
      id={row.id}
      pictures={[
        { name: 'logo', label: t('logo'), address: addressOf('logo'), hint: t('logoHint') },
        { name: 'icon', label: t('icon'), address: addressOf('icon'), hint: t('iconHint') },
      ]}
      onClose={onClose}
    />
  );
}
