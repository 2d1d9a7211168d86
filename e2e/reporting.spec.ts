import { expect, test, type Page } from '@playwright/test';
import { visit } from './person.ts';
import { call, works } from './works.ts';

const ITEM = '0000000002330020';

/** The works reports the electricity of its infeed by days to a platform that it has not registered at. */
async function reporting(page: Page): Promise<number> {
  const consumerId = await works(page);
  const meters = await page.request.get('/api/archive/ammeter/searchall', {
    params: { consumerId, ammeterCode: 'E-1' },
  });
  const { data } = (await meters.json()) as { data: { id: number }[] };
  await call(page, 'yunshui/dataCollectConfigure/add', {
    consumerId, collectItemName: 'Electricity of the plant', energyClassCode: '02', energyTypeCode: '02,3300',
    dataUsageCode: '20', inputType: '4', statType: '1', convertRation: 0.1229,
  }); // prettier-ignore
  await call(page, 'yunshui/gaugeConfigure/add', {
    consumerId, meterName: 'Infeed', serNo: 'S-1', meterType: '15260500', meterLevel: '1', params: '3300', dataCode: ITEM,
    ammeterId: data[0]?.id ?? 0, manufacturer: 'Maker', model: 'DTZ', precisionLevel: '0.5S', ranges: '3x1.5(6) A',
    alignCycle: 12, lastAlignDate: '2019-01-31', alignOrg: 'Institute', location: 'Hall 1', installTime: '2018-01-31',
  }); // prettier-ignore
  await call(page, 'yunshui/platformInfo/add', {
    consumerId,
    platformName: 'Province',
    baseUrl: 'https://platform.example.com/api',
  });
  return consumerId;
}

test('figures are checked and tried dry before anything leaves, and a batch says what blocks it', async ({
  page,
}) => {
  const consumerId = await reporting(page);
  await visit(page, `/#/SDNDataUpload/SDNMetricalConfig?consumer=${consumerId}&date=2019-07-14`);
  const item = page.getByRole('row', { name: /Electricity of the plant/ });
  await expect(item).toContainText('0.0240');
  await expect(item).toContainText('1.229');
  await page.getByRole('button', { name: 'Dry run' }).click();
  await expect(page.getByRole('dialog')).toContainText('"dataValue":"0.0240"');
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click();

  await visit(page, `/#/SDNDataUpload/SDNDataUploadManager?consumer=${consumerId}`);
  await expect(page.getByText('Not registered')).toBeVisible();
  await expect(page.getByRole('listitem').filter({ hasText: 'P02' })).toContainText('Check digit');
  await page.getByRole('button', { name: 'Report', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Report' }).click();
  await expect(page.getByText('P02', { exact: false }).last()).toBeVisible();
  await expect(page.getByText('Blocked')).toBeVisible();

  await visit(page, `/#/SDNDataUpload/SDNDataUploadRecord?consumer=${consumerId}`);
  await page
    .getByRole('main')
    .getByRole('link')
    .filter({ hasText: /\d{4}-\d{2}/ })
    .click();
  await expect(
    page.getByRole('navigation').or(page.getByRole('banner')).getByText('Record of reports').first(),
  ).toBeVisible();
});
