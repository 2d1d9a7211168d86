import { expect, type Locator, type Page } from '@playwright/test';
import type { Field } from '#contract/field.ts';

export const main = (page: Page): Locator => page.getByRole('main');
export const dialog = (page: Page): Locator => page.getByRole('dialog').last();

/** The row of a list with this title. */
export const rowOf = (page: Page, title: string): Locator =>
  main(page)
    .getByRole('row')
    .filter({ has: page.getByRole('button', { name: title, exact: true }) });

export const menu = (page: Page, name: RegExp | string): Promise<void> =>
  page.getByRole('menuitem', { name }).click();

export async function save(page: Page): Promise<void> {
  await dialog(page).getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
}

const option = (page: Page, text: string): Locator =>
  page.locator('.ant-select-dropdown:visible .ant-select-item-option').filter({ hasText: text }).first();

/** Fills one input of a form as its kind is filled by hand. */
export async function fillField(page: Page, field: Field, value: unknown): Promise<void> {
  const box = dialog(page).getByLabel(field.label.en, { exact: true });
  const [one] = [value].flat();
  switch (field.kind) {
    case 'date':
      await box.fill(String(one));
      return page.locator(`.ant-picker-dropdown:visible td[title="${String(one)}"]`).click();
    case 'dateTime':
      await box.fill(String(one).slice(0, 16).replace('T', ' '));
      return page.locator('.ant-picker-dropdown:visible .ant-picker-ok button').click();
    case 'choice':
    case 'choices':
      await box.click();
      await option(page, field.options?.[String(one)]?.en ?? '').click();
      break;
    case 'code':
    case 'codes':
      await box.click();
      await page.keyboard.type(String(one));
      await option(page, String(one)).click();
      break;
    case 'reference':
    case 'references':
      await box.click();
      await page.locator('.ant-select-dropdown:visible .ant-select-item-option').first().click();
      break;
    default:
      return box.fill(String(one));
  }
  // A list of several stays open until something else is pressed.
  if (field.kind === 'choices' || field.kind === 'codes')
    await dialog(page).getByRole('heading').first().click();
}
