import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { PAGE_SIZE, RESOURCE_PAGE_SIZES } from '#contract/envelope.ts';
import { ListBody } from './ListBody.tsx';
import { TableFoot } from './TableFoot.tsx';
import { readList } from './listAddress.ts';
import { usePreferences } from './preferences.ts';
import { drawAt, sample } from './testBed.tsx';
import type { List } from './useList.ts';

const zh = { language: 'zh' } as const;

test('a table says 载入中... while it waits and 暂无数据 where there is nothing', async () => {
  const body = (part: Partial<List>) => (
    <ListBody
      resource={sample}
      what="样例"
      list={{ error: null, loading: false, rows: [], narrowed: false, ...part } as unknown as List}
      may={() => false}
      onAdd={vi.fn()}
      onImport={vi.fn()}
    />
  );
  await drawAt(
    '/',
    <>
      <section aria-label="waiting">{body({ loading: true })}</section>
      <section aria-label="empty">{body({})}</section>
    </>,
    zh,
  );
  expect(await screen.findByRole('region', { name: 'waiting' })).toHaveTextContent(/^载入中\.\.\.$/);
  const empty = screen.getByRole('region', { name: 'empty' });
  expect(empty).toHaveTextContent('暂无数据');
  expect(empty).not.toHaveTextContent('载入中');
});

test('an empty list that a person may not add to names who maintains it: of what all share the operator', async () => {
  const list = { error: null, loading: false, rows: [], narrowed: false } as unknown as List;
  const rest = { what: '样例', list, may: () => false, onAdd: vi.fn(), onImport: vi.fn() };
  await drawAt(
    '/',
    <>
      <section aria-label="own">
        <ListBody resource={{ ...sample, scope: 'consumerId' }} {...rest} />
      </section>
      <section aria-label="shared">
        <ListBody resource={sample} {...rest} />
      </section>
    </>,
    zh,
  );
  const own = await screen.findByRole('region', { name: 'own' });
  expect(own).toHaveTextContent('此清单由平台运营方或企业管理员维护。');
  expect(screen.getByRole('region', { name: 'shared' })).toHaveTextContent('此清单由平台运营方维护。');
});

test.each([
  ['a table', {}, [10, 20, 30, 40, 50, 100]],
  ['a list of a resource', { sizes: RESOURCE_PAGE_SIZES }, [10, 15, 25, 50, 100]],
])('a page of %s has 10 rows, or one of its other sizes', async (_, given, sizes) => {
  const onPage = vi.fn();
  await drawAt(
    '/',
    <TableFoot total={200} page={{ current: 1, size: 10 }} narrow={false} onPage={onPage} {...given}>
      {null}
    </TableFoot>,
  );
  await userEvent.click(await screen.findByRole('combobox', { name: 'Rows per page' }));
  const offered = [...document.querySelectorAll('.ant-select-item-option-content')];
  expect(offered.map((one) => Number.parseInt(one.textContent ?? '', 10))).toEqual(sizes);
  await userEvent.click(offered[2] as Element);
  expect(onPage).toHaveBeenCalledWith(1, sizes[2]);
});

/** How many rows a list of a resource shows before a person chose. */
function Preferred() {
  return <output aria-label="rows">{usePreferences(1, 'not asked before')[0].pageSize}</output>;
}

test('who has chosen nothing sees ten rows, in lists of resources and in all others', async () => {
  expect(PAGE_SIZE).toBe(10);
  expect(readList({}).size).toBe(10);
  expect(readList({ size: 7 }).size).toBe(10);
  await drawAt('/', <Preferred />);
  expect(await screen.findByRole('status', { name: 'rows' })).toHaveTextContent(/^10$/);
});

test('a list without a row says so and offers no pages; while it is not known how many there are, the pages keep their place', async () => {
  await drawAt(
    '/',
    <>
      {[0, null].map((total) => (
        <section key={String(total)} aria-label={String(total)}>
          <TableFoot total={total} page={{ current: 1, size: 10 }} narrow={false} onPage={() => {}}>
            {null}
          </TableFoot>
        </section>
      ))}
    </>,
  );
  const none = await screen.findByRole('region', { name: '0' });
  expect(none).toHaveTextContent('0');
  expect(none.querySelector('.ant-pagination')).toBeNull();
  expect(screen.getByRole('region', { name: 'null' }).querySelector('.ant-pagination')).not.toBeNull();
});
