import { RichText } from '#web/richText/RichText.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { useNewsTexts } from './useNewsTexts.ts';

export interface NewsPreviewProps {
  readonly title: string;
  readonly info: string;
  readonly onClose: () => void;
}

/** The news as readers will see it. */
export function NewsPreview({ title, info, onClose }: NewsPreviewProps) {
  const t = useNewsTexts();
  return (
    <Dialog title={title || t('preview')} width={720} onClose={onClose}>
      <RichText html={info} />
    </Dialog>
  );
}
