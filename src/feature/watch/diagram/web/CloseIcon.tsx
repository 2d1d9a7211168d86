import CloseOutlined from '@ant-design/icons-svg/es/asn/CloseOutlined';
import { Icon } from '#web/ui/Icon.tsx';

/** The cross of buttons that close or remove. */
export function CloseIcon() {
  return <Icon icon={CloseOutlined} size={12} />;
}
