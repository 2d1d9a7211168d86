import type { InputProps } from '#web/resource/kindWeb.ts';
import { GoLink } from '#web/ui/GoLink.tsx';
import kit from '#web/ui/kit.module.css';
import { useComposeTexts } from './useComposeTexts.ts';

/** A composition is edited on a screen of its own: the form leads there. */
export function CompositionInput({ value }: InputProps) {
  const t = useComposeTexts();
  return (
    <span className={kit.quiet}>
      <GoLink goal={{ to: '/SDNBaseConfig/SDNAlarmCompose' }}>{t(value ? 'editIn' : 'noComposition')}</GoLink>
    </span>
  );
}
