import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { OrgSelect } from '#web/resource/OrgSelect.tsx';
import { answerCalls, drawAt, session } from '#web/resource/testBed.tsx';
import { useConsumer } from '#web/session/consumer.ts';
import { Brand } from './Brand.tsx';

const consumers = [
  { orgId: 1001, orgName: 'Steel works', imgPath: '/files/steel.png' },
  { orgId: 1002, orgName: 'Campus', imgPath: '/files/campus.png' },
  { orgId: 1003, orgName: 'Mill', imgPath: null },
];

function Page() {
  const { consumer, select } = useConsumer();
  return (
    <>
      <Brand compact={false} />
      {consumers.map(({ orgId, orgName }) => (
        <button key={orgId} type="button" onClick={() => select(orgId)}>
          choose {orgName}
        </button>
      ))}
      <OrgSelect
        ids={[]}
        onChange={() => {}}
        multiple={false}
        consumerId={consumer?.orgId ?? null}
        label="Unit"
      />
    </>
  );
}

test('another enterprise brings its logo, its name and its tree of organisations', async () => {
  const calls = answerCalls(() => ({ code: 200, message: '', data: [] }));
  const router = await drawAt('/?consumer=1001', <Page />, { as: { ...session, consumers } });
  const logo = (): string | null => document.querySelector('img')?.getAttribute('src') ?? null;
  const trees = (): string[] =>
    calls.flatMap(({ path }) => (path.includes('getOrgTree') ? [path.split('?')[1] ?? ''] : []));
  expect(await screen.findByText('Steel works')).toBeInTheDocument();
  expect(logo()).toBe('/files/steel.png');
  await waitFor(() => expect(trees()).toEqual(['consumerId=1001']));

  fireEvent.click(screen.getByRole('button', { name: 'choose Campus' }));
  expect(await screen.findByText('Campus')).toBeInTheDocument();
  expect(logo()).toBe('/files/campus.png');
  await waitFor(() => expect(trees()).toEqual(['consumerId=1001', 'consumerId=1002']));
  expect(router.state.location.search).toEqual({ consumer: 1002 });

  // A picture that cannot be shown gives way to the platform's own mark and title, and so does none.
  fireEvent.error(document.querySelector('img') as HTMLImageElement);
  expect(await screen.findByText('Meterhouse')).toBeInTheDocument();
  expect(logo()).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'choose Mill' }));
  await waitFor(() => expect(trees()).toHaveLength(3));
  expect(screen.getByText('Meterhouse')).toBeInTheDocument();
});
