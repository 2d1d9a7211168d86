import type { SceneAnswer, NetworkAnswer } from '#feature/watch/diagram/contract.ts';
import type { Scene } from '#contract/scene/scene.ts';
import { isSpace, type Space } from '#contract/scene/space.ts';
import { ENERGY } from '#contract/energyType.ts';
import { oneLineOf } from '#domain/scene/oneLine.ts';
import type { PlantDesign } from '../plant/meter.ts';
import type { Client } from './client.ts';
import type { Desk } from './desk.ts';
import { handFinished } from './handFinished.ts';
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
    const draw = ({ meters, points }: NetworkAnswer): Scene => oneLineOf({ meters, points }, null).scene;
    await publish(client, id, draw, '从台账生成', design.code === 'steel' && ix === 0 ? handFinished : null);
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

/**
 * Publishes a picture of a diagram that has none yet, drawn of what the archive knows.
 * @param finish what a person then made of it, as a version of its own
 */
async function publish(
  client: Client,
  id: number,
  draw: (network: NetworkAnswer) => Scene | Space,
  note: string,
  finish: typeof handFinished | null = null,
): Promise<void> {
  const known = await client.get<SceneAnswer>(`${CALL}getScene`, { id });
  if (known.diagram.publishedNo !== null) return;
  const save = async (base: number, scene: Scene | Space, why: string): Promise<number> =>
    (await client.post<{ no: number }>(`${CALL}saveScene`, { id, base, scene, note: why })).no;
  const network = await client.get<NetworkAnswer>(`${CALL}getNetwork`, { id });
  let { newestNo: no } = known.diagram;
  const scene = known.scene ?? draw(network);
  no ??= await save(0, scene, note);
  // The first version may be there from a start that was cut short.
  if (finish && no === 1 && !isSpace(scene))
    no = await save(no, finish(scene, network.meters), '手工整理：进线功率、主变负载率、三维与告警入口');
  await client.post(`${CALL}publish`, { id, no });
}
