import { useSession } from '#web/session/session.ts';
import { GoLink } from '#web/ui/GoLink.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import type { SiteNow } from '../contract.ts';
import styles from './Live.module.css';
import { useLiveTexts } from './useLiveTexts.ts';

/** Whom to call at a site, those on duty first, and what is drawn and filmed of it. */
export function SitePeople({ site }: { readonly site: SiteNow }) {
  const t = useLiveTexts();
  const { funCodes } = useSession();
  const mayOpen = (code: string): boolean => funCodes.includes(code);
  return (
    <>
      <Panel title={t('contacts')}>
        {site.contacts.length === 0 ? (
          <p className={styles.quiet}>{t('noContact')}</p>
        ) : (
          <ul className={styles.plain}>
            {site.contacts.map((one) => (
              <li key={`${one.contactName} ${one.phone ?? ''}`}>
                <span>
                  {one.contactName}{' '}
                  <small>{[one.job, one.onDuty ? t('onDuty') : null].filter(Boolean).join(' · ')}</small>
                </span>
                {one.phone && <a href={`tel:${one.phone.replace(/[^+\d]/g, '')}`}>{one.phone}</a>}
              </li>
            ))}
          </ul>
        )}
      </Panel>
      <Panel title={t('links')}>
        {site.diagrams.length + site.cameras.length === 0 ? (
          <p className={styles.quiet}>{t('noLinks')}</p>
        ) : (
          <ul className={styles.plain}>
            {site.diagrams.map((one) => (
              <li key={`d${one.monitorDiagramId}`}>
                {mayOpen('archive.monitorDiagram.view') ? (
                  <GoLink goal={{ to: '/SDNEquipment/SDNDiagram', search: { q: one.diagramName } }}>
                    {one.diagramName}
                  </GoLink>
                ) : (
                  <span>{one.diagramName}</span>
                )}
                <small>{t('diagram')}</small>
              </li>
            ))}
            {site.cameras.map((one) => (
              <li key={`c${one.cameraId}`}>
                <span>
                  {mayOpen('SDNWatch.SDNCamera') ? (
                    <GoLink goal={{ to: '/SDNWatch/SDNCamera' }}>{one.cameraName}</GoLink>
                  ) : (
                    one.cameraName
                  )}{' '}
                  <small>{one.place}</small>
                </span>
                <small>{t('camera')}</small>
              </li>
            ))}
          </ul>
        )}
      </Panel>
    </>
  );
}
