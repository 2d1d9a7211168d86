import type { IconDefinition } from '@ant-design/icons-svg/es/types';
import { Button } from '#web/ui/Button.tsx';
import { Icon } from '#web/ui/Icon.tsx';

export interface ToolProps {
  readonly label: string;
  readonly icon: IconDefinition;
  /** Null = it cannot be pressed now. */
  readonly onClick: (() => void) | null;
  /** Whether it is switched on, where it can be. */
  readonly on?: boolean | undefined;
  /** Keys that do the same: `Ctrl Z`. */
  readonly keys?: string | undefined;
}

/** A button that is an icon, with its name and its keys for whoever rests on it. */
export function Tool({ label, icon, onClick, on, keys }: ToolProps) {
  return (
    <Button
      kind="icon"
      aria-label={label}
      title={keys === undefined ? label : `${label} (${keys})`}
      aria-pressed={on}
      disabled={!onClick}
      onClick={onClick ?? undefined}
    >
      <Icon icon={icon} />
    </Button>
  );
}
