import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { answerCalls, drawAt } from '#web/resource/testBed.tsx';
import { AddDialog } from './AddDialog.tsx';
import type { ObjectInfo } from './calls.ts';
import { ItemDialog } from './ItemDialog.tsx';
import { texts } from './texts.ts';

const looking = { language: 'zh', phrases: { monitorObject: texts } } as const;
const press = (name: string): Promise<void> =>
  userEvent.click(screen.getByRole('button', { name, hidden: true }));

test('an object that was added says 添加成功, a refused one does not', async () => {
  let refuse = true;
  const calls = answerCalls(({ path }) =>
    path.endsWith('addLocationArea')
      ? refuse
        ? { code: 400, message: '名称已存在', data: null, field: 'orgName' }
        : { code: 200, message: '', data: { id: 5 } }
      : { code: 200, message: '', data: [] },
  );
  const onAdded = vi.fn(async () => {});
  await drawAt(
    '/',
    <AddDialog
      adding={{ category: '1', parentId: 3 }}
      parentName="北厂"
      consumerId={1001}
      onClose={vi.fn()}
      onAdded={onAdded}
    />,
    looking,
  );
  await userEvent.type(await screen.findByLabelText('名称'), '东区');
  await press('保存');
  expect(await screen.findByText('名称已存在')).toBeInTheDocument();
  expect(screen.queryByText('添加成功')).toBeNull();
  refuse = false;
  await press('保存');
  expect(await screen.findByText('添加成功')).toBeInTheDocument();
  expect(onAdded).toHaveBeenCalledWith(5);
  expect(calls.find(({ path }) => path.endsWith('addLocationArea'))?.params).toMatchObject({
    orgName: '东区',
    parentId: '3',
  });
});

test('monitored values that were added at once say 批量添加成功', async () => {
  const calls = answerCalls(({ path }) => ({
    code: 200,
    message: '',
    data: path.includes('getDataItems')
      ? [
          { id: 3, dataItemName: '功率', dataCode: 'PZ', unit: 'kW', monitored: false },
          { id: 4, dataItemName: '电量', dataCode: 'PP', unit: 'kWh', monitored: false },
        ]
      : path.endsWith('addMonitorItems')
        ? { added: 2, present: 0 }
        : { list: [], pagination: { total: 0, current: 1, pageSize: 10 } },
  }));
  const info = { id: 9, consumerId: 1001, ammeterIdList: [12] } as unknown as ObjectInfo;
  await drawAt('/', <ItemDialog info={info} onClose={vi.fn()} onAdded={vi.fn()} />, looking);
  await userEvent.click(await screen.findByLabelText(/功率/));
  await userEvent.click(screen.getByLabelText(/电量/));
  await press('保存');
  expect(await screen.findByText('批量添加成功')).toBeInTheDocument();
  expect(calls.find(({ path }) => path.endsWith('addMonitorItems'))?.params).toMatchObject({
    dataItemIds: '3,4',
    ammeterId: '12',
  });
});
