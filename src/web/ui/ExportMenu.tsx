import { Dropdown } from 'antd';
import { saveFile, type Params } from '#web/api.ts';
import { useTexts } from '#web/text/useTexts.ts';
import { Button } from './Button.tsx';

export interface ExportMenuProps {
  /** The call below /api/ that answers with a file of the format asked for. */
  readonly call: string;
  readonly params: Params;
}

/** The numbers of a screen as a file. */
export function ExportMenu({ call, params }: ExportMenuProps) {
  const t = useTexts<typeof import('./texts.ts').texts>('ui');
  return (
    <Dropdown
      trigger={['click']}
      menu={{
        items: (['xlsx', 'csv'] as const).map((format) => ({ key: format, label: t(format) })),
        onClick: ({ key }) => void saveFile(call, { ...params, format: key }),
      }}
    >
      <Button>{t('export')}</Button>
    </Dropdown>
  );
}
