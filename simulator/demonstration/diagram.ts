import type { SceneAnswer, NetworkAnswer } from '#feature/watch/diagram/contract.ts';
import type { Scene } from '#contract/scene/scene.ts';
import type { Space } from '#contract/scene/space.ts';
import { ENERGY } from '#contract/energyType.ts';
import { oneLineOf } from '#domain/scene/oneLine.ts';
import type { PlantDesign } from '../plant/meter.ts';
import type { Client } from './client.ts';
import type { Desk } from './desk.ts';
import { meltShop } from './hall.ts';

const YEAR_MS = 365 * 86_400_000;
const CALL = '/api/archive/monitorDiagram/';

/** Enters the one-line diagram of each site as the archive draws it, publishes it, and shows them on a board. */
export async function enterDiagrams(
  desk: Desk,
  client: Client,
  design: PlantDesign,
  consumerId: number,
  siteIds: ReadonlyMap<string, number>,
): Promise<void> {
  const pictures: number[] = [];
  for (const [ix, site] of design.sites.entries()) {
    const siteId = siteIds.get(site.code);
    const id = await desk.ensure(
      'archive/monitorDiagram',
      { consumerId, siteId, diagramName: `${site.name} 一次接线图` },
      {
        diagramNameEn: `One-line diagram of the ${site.nameEn.toLowerCase()}`,
        monitorSysType: '1',
        panelType: '1',
        ix,
      },
    );
    await publish(
      client,
      id,
      ({ meters, points }) => oneLineOf({ meters, points }, null).scene,
      '从台账生成',
    );
    pictures.push(id);
  }
  await enterPictureBoard(desk, consumerId, pictures);
}

/** Enters the hall of the steel works in space, and publishes it. */
export async function enterHall(
  desk: Desk,
  client: Client,
  consumerId: number,
  siteId: number | undefined,
): Promise<void> {
  const id = await desk.ensure(
    'archive/monitorDiagram',
    { consumerId, siteId, diagramName: '炼钢车间三维图' },
    { diagramNameEn: 'Melt shop in space', monitorSysType: '1', panelType: '2', ix: 20 },
  );
  await publish(client, id, ({ meters }) => meltShop(meters), '炼钢车间');
}

/** A board that shows the one-line diagrams of a plant on a wall; it ends after a year. */
async function enterPictureBoard(desk: Desk, consumerId: number, pictures: readonly number[]): Promise<void> {
  const inAYear = new Date(Date.now() + YEAR_MS).toISOString().slice(0, 10);
  await desk.ensure(
    'sys/displayBoard',
    { consumerId, boardName: '值班室画面' },
    {
      boardNameEn: 'Pictures of the control room',
      dataType: ENERGY.electricity,
      figures: ['day', 'month', 'peak', 'hours'],
      pictures,
      turnSeconds: 20,
      expiredTime: inAYear,
    },
  );
}

/** Publishes a picture of a diagram that has none yet, drawn of what the archive knows. */
async function publish(
  client: Client,
  id: number,
  draw: (network: NetworkAnswer) => Scene | Space,
  note: string,
): Promise<void> {
  const known = await client.get<SceneAnswer>(`${CALL}getScene`, { id });
  if (known.diagram.publishedNo !== null) return;
  let no = known.diagram.newestNo;
  if (no === null) {
    const scene = draw(await client.get<NetworkAnswer>(`${CALL}getNetwork`, { id }));
    no = (await client.post<{ no: number }>(`${CALL}saveScene`, { id, base: 0, scene, note })).no;
  }
  await client.post(`${CALL}publish`, { id, no });
}
