import { gatewayMapping } from '#resource/archive/gatewayMapping.ts';
import { signalPoint } from '#resource/archive/signalPoint.ts';
import { usePermissions } from '#web/resource/usePermissions.ts';
import { GoLink } from '#web/ui/GoLink.tsx';
import kit from '#web/ui/kit.module.css';
import { useSignalTexts } from './useSignalTexts.ts';

/** Where points, and what is sent of them, are set up. */
export function SetUpLinks() {
  const t = useSignalTexts();
  const mayPoint = usePermissions(signalPoint);
  const mayMap = usePermissions(gatewayMapping);
  return (
    <span className={kit.links}>
      {mayPoint('view') && <GoLink goal={{ to: signalPoint.screen }}>{t('addPoint')}</GoLink>}
      {mayMap('view') && <GoLink goal={{ to: gatewayMapping.screen }}>{t('mapGateway')}</GoLink>}
    </span>
  );
}
