import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { queryClient } from '#web/api/queryClient.ts';
import { answerCalls, draw } from '#web/resource/testBed.tsx';
import type { Session } from '#web/session/session.ts';
import { ConfirmHost } from '#web/ui/Confirm.tsx';
import { Brand } from './Brand.tsx';
import { Footer } from './Footer.tsx';
import { Header } from './Header.tsx';
import { useLayout } from './layout.ts';
import type { MenuNode } from './menu.ts';
import { Sider } from './Sider.tsx';
import { UserMenu } from './UserMenu.tsx';

const node = (funCode: string, funName: string, url: string | null, children: MenuNode[] = []): MenuNode => ({
  funId: 1,
  funCode,
  funName,
  url,
  className: null,
  iconName: null,
  place: null,
  children,
});
const MENU = [
  node('hxyweb', 'Platform', null, [
    node('m', 'Monitoring', null, [node('o', 'Overview', '/SDNMonitoring/Overview')]),
    node('p', 'Operation', null, [node('n', 'News', '/SDNOperationAdmin/SDNNews')]),
    node('r', 'Reporting', null, [
      node('y', 'Record of reports', '/SDNDataUpload/SDNDataUploadRecord'),
      node('h', 'Record by protocol B', '/HunanDataUpload/SDNDataUploadRecord'),
    ]),
  ]),
];
const works = { orgId: 1001, orgName: 'North works', imgPath: '/api/sys/consumer/picture?orgId=1001' };
const second = { orgId: 1002, orgName: 'South works', imgPath: '/api/sys/consumer/picture?orgId=1002' };
const session: Session = {
  user: {
    userId: 1,
    userName: 'li',
    name: 'Li Wei',
    accountType: '0',
    orgId: 1001,
    orgName: 'North works',
    icon: '/api/sys/icon/get?v=1',
  },
  passwordExpired: 0,
  roles: [],
  funCodes: ['hxyweb', 'm', 'o', 'p', 'n', 'r', 'y', 'h'],
  consumers: [works],
};

/** Draws a part of the shell at an address, for a person. */
async function drawAt(path: string, part: ReactNode, as: Session = session): Promise<void> {
  const root = createRootRoute({
    component: () => (
      <>
        {part}
        <Outlet />
        <ConfirmHost />
      </>
    ),
  });
  const any = createRoute({ getParentRoute: () => root, path: '$' });
  const history = createMemoryHistory({ initialEntries: [path] });
  const router = createRouter({ routeTree: root.addChildren([any]), history });
  answerCalls(({ path: call }) => ({
    code: 200,
    message: '',
    data: call.includes('getAllMenus') ? MENU : call.includes('task') ? { list: [] } : null,
  }));
  await draw(<RouterProvider router={router as never} />, { as });
}

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});
afterEach(() => {
  queryClient.clear();
  vi.unstubAllGlobals();
});

test('the brand is the logo and name of the enterprise, the platform’s own where the picture fails', async () => {
  await drawAt('/', <Brand compact={false} />);
  const name = await screen.findByText('North works');
  const picture = name.parentElement?.querySelector('img');
  expect(picture).toHaveAttribute('src', works.imgPath);
  fireEvent.error(picture as HTMLImageElement);
  expect(await screen.findByText('Meterhouse')).toBeInTheDocument();
  expect(screen.queryByText('North works')).toBeNull();
  expect(document.querySelector('svg')).not.toBeNull();
});

test('the side bar shows the menu tree, the picture of the person and the organisation', async () => {
  const elsewhere = { ...session, user: { ...session.user, orgName: 'South works' } };
  await drawAt('/SDNMonitoring/overview', <Sider collapsed={false} />, elsewhere);
  const menu = await screen.findByRole('navigation', { name: 'Menu' });
  expect(await within(menu).findByRole('button', { name: 'Monitoring' })).toHaveAttribute(
    'aria-expanded',
    'true',
  );
  expect(within(menu).getByRole('link', { name: 'Overview' })).toHaveAttribute('aria-current', 'page');
  const person = screen.getByRole('button', { name: /^User menu/ });
  expect(person).toHaveTextContent('Li Wei');
  expect(person).toHaveTextContent('South works');
  expect(person.querySelector('img')).toHaveAttribute('src', '/api/sys/icon/get?v=1');
});

test('an enterprise that the head of the page shows is not named again beside the person, but what one is in it', async () => {
  const as = { ...session, roles: [{ roleId: 3, roleName: 'Enterprise user' }] };
  await drawAt('/SDNMonitoring/overview', <Sider collapsed={false} />, as);
  const person = await screen.findByRole('button', { name: /^User menu/ });
  expect(person).toHaveTextContent('Enterprise user');
  expect(person).not.toHaveTextContent('North works');
});

test('the user menu leads to profile, password, records and out, which asks first', async () => {
  await drawAt('/', <UserMenu compact={false} />);
  await userEvent.click(await screen.findByRole('button', { name: /^User menu/ }));
  const address = (name: string) => screen.getByRole('link', { name, hidden: true }).getAttribute('href');
  expect(address('Profile settings')).toBe('/SDNUserAdmin/SDNUserInfo');
  expect(address('Change password')).toBe('/SDNUserAdmin/SDNResetPwd');
  expect(address('Operation records')).toBe('/SDNUserAdmin/SDNOperateRecords');
  const calls = answerCalls(() => ({ code: 200, message: '', data: null }));
  await userEvent.click(screen.getByRole('button', { name: 'Log out', hidden: true }));
  const question = await screen.findByRole('alertdialog', { name: 'Warning', hidden: true });
  expect(question).toHaveTextContent('Confirm exit?');
  await userEvent.click(within(question).getByRole('button', { name: 'Cancel', hidden: true }));
  expect(screen.queryByRole('alertdialog', { hidden: true })).toBeNull();
  expect(calls).toEqual([]);
});

const crumbs = (): string => screen.getByRole('navigation', { name: 'Breadcrumb' }).textContent ?? '';
const header = <Header narrow={false} onMenu={vi.fn()} onFind={vi.fn()} onKeys={vi.fn()} />;

test('the breadcrumb is the way through the menu tree', async () => {
  await drawAt('/SDNMonitoring/overview', header);
  await waitFor(() => expect(crumbs()).toBe('Monitoring'));
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Overview');
});

test('the page that edits news has the breadcrumb of the list of news', async () => {
  await drawAt('/SDNOperationAdmin/SDNEditNews', header);
  await waitFor(() => expect(crumbs()).toBe('Operation / News'));
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Edit news');
});

test.each([
  ['/SDNDataUpload', 'Record of reports'],
  ['/HunanDataUpload', 'Record by protocol B'],
])('the detail of a record of reports at %s has the breadcrumb of its list', async (at, list) => {
  await drawAt(`${at}/SDNDataUploadRecordDetail`, header);
  await waitFor(() => expect(crumbs()).toBe(`Reporting / ${list}`));
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Figures of a batch');
});

test('the selector is there for whoever has several enterprises; logo and name follow it', async () => {
  const several = { ...session, consumers: [works, second] };
  await drawAt(
    '/?consumer=1002',
    <>
      {header}
      <Brand compact={false} />
    </>,
    several,
  );
  expect(await screen.findByRole('button', { name: 'Enterprise: South works' })).toBeEnabled();
  expect(document.querySelector('img')).toHaveAttribute('src', second.imgPath);
});

test('the footer says a filing number where one is set, and nothing where none is', async () => {
  await drawAt('/', <Footer />);
  expect(await screen.findByText(/Meterhouse/)).toBeInTheDocument();
  expect(screen.getByRole('contentinfo')).not.toHaveTextContent('Filing');
  const meta = Object.assign(document.createElement('meta'), { name: 'filing-number', content: 'X 1' });
  document.head.append(meta);
  await drawAt('/', <Footer />);
  expect(await screen.findByText('Filing no. X 1')).toBeInTheDocument();
  meta.remove();
});

/** The side bar with the layout in force. */
function Side() {
  return <Sider collapsed={useLayout().collapsed} />;
}

test('the side bar that is hidden forgets which groups were open', async () => {
  await drawAt('/SDNMonitoring/overview', <Side />);
  const group = () => screen.getByRole('button', { name: 'Operation' });
  await userEvent.click(await screen.findByRole('button', { name: 'Operation' }));
  expect(group()).toHaveAttribute('aria-expanded', 'true');
  await userEvent.click(screen.getByRole('button', { name: 'Collapse the menu' }));
  expect(group()).toHaveAttribute('aria-expanded', 'false');
  await userEvent.click(screen.getByRole('button', { name: 'Expand the menu' }));
  expect(group()).toHaveAttribute('aria-expanded', 'false');
});
