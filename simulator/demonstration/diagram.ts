import type { SceneAnswer, NetworkAnswer } from '#feature/watch/diagram/contract.ts';
import { oneLineOf } from '#domain/scene/oneLine.ts';
import type { PlantDesign } from '../plant/meter.ts';
import type { Client } from './client.ts';
import type { Desk } from './desk.ts';

const CALL = '/api/archive/monitorDiagram/';

/** Enters the one-line diagram of each site as the archive draws it, and publishes it. */
export async function enterDiagrams(
  desk: Desk,
  client: Client,
  design: PlantDesign,
  consumerId: number,
  siteIds: ReadonlyMap<string, number>,
): Promise<void> {
  for (const [ix, site] of design.sites.entries()) {
    const siteId = siteIds.get(site.code);
    const id = await desk.ensure(
      'archive/monitorDiagram',
      { consumerId, siteId, diagramName: `${site.name} 一次接线图` },
      { diagramNameEn: `One-line diagram of the ${site.nameEn.toLowerCase()}`, monitorSysType: '1', panelType: '1', ix },
    );
    const known = await client.get<SceneAnswer>(`${CALL}getScene`, { id });
    if (known.diagram.publishedNo !== null) continue;
    let no = known.diagram.newestNo;
    if (no === null) {
      const { scene } = oneLineOf(await client.get<NetworkAnswer>(`${CALL}getNetwork`, { id }), null);
      no = (await client.post<{ no: number }>(`${CALL}saveScene`, { id, base: 0, scene, note: '从台账生成' })).no;
    }
    await client.post(`${CALL}publish`, { id, no });
  }
} // prettier-ignore
