import { useSession } from '#web/session/session.ts';
import { type Goal, GoLink } from '#web/ui/GoLink.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import type { SiteDiagram, SiteNow } from '../contract.ts';
import kit from '#web/ui/kit.module.css';
import styles from './Live.module.css';
import { useLiveTexts } from './useLiveTexts.ts';

/** The picture where one is published, else the list in which it is drawn; null = the account may open neither. */
function goalOf(
  { monitorDiagramId, diagramName, flat, published }: SiteDiagram,
  mayOpen: (code: string) => boolean,
): Goal | null {
  if (published && mayOpen(flat ? 'SDNMonitoring.OneLine' : 'SDNMonitoring.Scene3D'))
    return {
      to: flat ? '/SDNMonitoring/OneLine' : '/SDNMonitoring/Scene3D',
      search: { diagram: monitorDiagramId },
    };
  if (!mayOpen('archive.monitorDiagram.view')) return null;
  return { to: '/SDNEquipment/SDNDiagram', search: { q: diagramName } };
}

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
          <ul className={`${kit.list} ${styles.plain}`}>
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
          <ul className={`${kit.list} ${styles.plain}`}>
            {site.diagrams.map((one) => {
              const goal = goalOf(one, mayOpen);
              return (
                <li key={`d${one.monitorDiagramId}`}>
                  {goal ? <GoLink goal={goal}>{one.diagramName}</GoLink> : <span>{one.diagramName}</span>}
                  <small>{t('diagram')}</small>
                </li>
              );
            })}
            {site.cameras.map((one) => (
              <li key={`c${one.cameraId}`}>
                <span>
                  {mayOpen('SDNWatch.SDNCamera') ? (
                    <GoLink goal={{ to: '/SDNWatch/SDNCamera', search: { camera: one.cameraId } }}>
                      {one.cameraName}
                    </GoLink>
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
