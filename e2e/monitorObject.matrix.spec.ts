import { expect, test, type Page } from '@playwright/test';
import { expectAccessible, signIn } from './person.ts';
import { call } from './works.ts';

const main = (page: Page) => page.getByRole('main');
const OBJECTS = '/SDNEquipment/SDNMonitorObject';

/** An enterprise with a site and a station of it. */
async function plant(page: Page): Promise<{ consumer: number; site: number; mark: string }> {
  const mark = `mo${Date.now().toString(36)}`;
  const { id: consumer } = await call<{ id: number }>(page, 'archive/consumer/add', {
    orgName: `Objects ${mark}`,
    orgCode: mark,
  });
  const { id: site } = await call<{ id: number }>(page, 'archive/monitorSite/add', {
    orgName: 'North',
    orgCode: 'N',
    consumerId: consumer,
  });
  await call(page, 'archive/monitorObject/addMonitorSite', { siteId: site });
  return { consumer, site, mark };
}

test('objects are added, arranged by keyboard and by dragging, described by the fields of their type, and deleted', async ({
  page,
}) => {
  await signIn(page, 'operator');
  const { consumer, site, mark } = await plant(page);
  const { id: type } = await call<{ id: number }>(page, 'archive/monitorObjectType/add', {
    typeName: `Kiln ${mark}`,
    typeCode: mark,
    objectCategory: '1',
  });
  const fuel = { extendName: 'Fuel', extendCode: 'fuel', monitorObjectTypeId: type, fieldType: 'choice' };
  await call(page, 'archive/monitorTypeExtend/add', { ...fuel, options: 'gas,coal' });
  await page.goto(`/#${OBJECTS}?consumer=${consumer}&site=${site}`);
  const tree = main(page).getByRole('tree');
  const item = (name: string) => tree.getByRole('treeitem', { name: new RegExp(`^${name}`) });
  await expect(item('North')).toHaveAttribute('aria-selected', 'true');

  const addLocation = async (name: string, typed?: string): Promise<void> => {
    await item('North').click();
    await main(page).getByRole('button', { name: 'Add location' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill(name);
    if (typed !== undefined) {
      await dialog.getByLabel('Object type').click();
      await dialog.getByLabel('Object type').fill(typed);
      await page.getByRole('option', { name: typed }).or(page.getByTitle(typed)).last().click();
    }
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog).toBeHidden();
    await expect(item(name)).toBeVisible();
  };
  await addLocation('East');
  await addLocation('West', `Kiln ${mark}`);
  await expectAccessible(page);

  // One level down by keyboard, up again, and before its sibling by dragging.
  await item('West').focus();
  await page.keyboard.press('Alt+ArrowRight');
  await expect(item('West')).toHaveAttribute('aria-level', '3');
  await expect(item('West')).toBeFocused();
  await page.keyboard.press('Alt+ArrowLeft');
  await expect(item('West')).toHaveAttribute('aria-level', '2');
  await item('West').dragTo(item('East'), { targetPosition: { x: 60, y: 3 } });
  await expect(item('West')).toHaveAttribute('aria-posinset', '1');

  await item('West').click();
  await main(page).getByLabel('Fuel').selectOption('coal');
  await main(page).getByRole('button', { name: 'Save', exact: true }).click();
  await expect(main(page).getByRole('button', { name: 'Save', exact: true })).toBeDisabled();
  await expect(main(page).getByLabel('Fuel')).toHaveValue('coal');
  await item('East').click();
  await expect(main(page).getByLabel('Fuel')).toBeHidden();
  await item('West').click();
  await expect(main(page).getByLabel('Fuel')).toHaveValue('coal');

  await item('East').click();
  await page.keyboard.press('Delete');
  const sure = page.getByRole('alertdialog', { name: 'Delete “East”' });
  await sure.getByRole('button', { name: 'Delete' }).click();
  await expect(item('East')).toBeHidden();

  // The site is in use: its deletion is refused and says by what.
  const refused = await page.request.post('/api/archive/monitorSite/del', {
    form: { id: site },
    headers: { 'X-Meterhouse': '1' },
  });
  expect(((await refused.json()) as { message: string }).message).toContain('Monitored objects “North”');
});
