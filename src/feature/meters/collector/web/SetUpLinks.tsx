import { Link } from '@tanstack/react-router';
import { collectorChannel } from '#resource/archive/collectorChannel.ts';
import { collectorMeter } from '#resource/archive/collectorMeter.ts';
import { registerMap } from '#resource/archive/registerMap.ts';
import { usePermissions } from '#web/resource/usePermissions.ts';
import kit from '#web/ui/kit.module.css';
import { useCollectorTexts } from './useCollectorTexts.ts';

/** Where what the collector does is set up. */
export function SetUpLinks() {
  const t = useCollectorTexts();
  const mayChannel = usePermissions(collectorChannel);
  const mayMeter = usePermissions(collectorMeter);
  const mayMap = usePermissions(registerMap);
  return (
    <span className={kit.links}>
      {mayMap('view') && <Link to={registerMap.screen}>{t('maps')}</Link>}
      {mayChannel('view') && <Link to={collectorChannel.screen}>{t('setUp')}</Link>}
      {mayMeter('view') && <Link to={collectorMeter.screen}>{t('setUpMeters')}</Link>}
    </span>
  );
}
