import { post } from '#web/api.ts';
import type { ActionProps, WebSlots } from '#web/resource/slot.ts';
import { TokenDialog } from '#web/resource/TokenDialog.tsx';

const read = {
  title: { zh: '只读令牌', en: 'Read-only token' },
  rotate: { zh: '更换只读令牌', en: 'Issue a read-only token' },
  effect: {
    zh: 'Grafana 用它读取该企业的数据与告警。旧令牌立即失效，新令牌只显示一次。',
    en: 'Grafana reads figures and alarms of the enterprise with it. The old one stops working at once, the new one is shown only once.',
  },
};

const hook = {
  title: { zh: '告警回调令牌', en: 'Token of alerts' },
  rotate: { zh: '更换告警回调令牌', en: 'Issue a token of alerts' },
  effect: {
    zh: 'Grafana 的联络点用它发送告警。旧令牌立即失效，新令牌只显示一次。',
    en: 'The contact point of Grafana sends alerts with it. The old one stops working at once, the new one is shown only once.',
  },
};

const issueAt = (path: string, { row }: ActionProps) =>
  post<{ token: string }>(path, { enterpriseId: Number(row['consumerId']) }, { quiet: true });

export const slots: WebSlots = {
  actions: [
    {
      key: 'readToken',
      label: read.rotate,
      permission: 'edit',
      Dialog: (props) => (
        <TokenDialog
          {...props}
          ask
          texts={read}
          issue={() => issueAt('archive/grafanaAccount/rotateReadToken', props)}
        />
      ),
    },
    {
      key: 'hookToken',
      label: hook.rotate,
      permission: 'edit',
      Dialog: (props) => (
        <TokenDialog
          {...props}
          ask
          texts={hook}
          issue={() => issueAt('alarm/eventConfigGrafana/rotateToken', props)}
        />
      ),
    },
  ],
};
