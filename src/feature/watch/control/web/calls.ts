import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Page } from '#contract/envelope.ts';
import { get, type Params, post } from '#web/api.ts';
import type {
  CommandWire,
  ControlPointWire,
  EndCounts,
  LinkageControlWire,
  PointCounts,
  PointDetail,
  SelectedWire,
  StepWire,
  TagHung,
} from '../contract.ts';

const AREA = 'archive/iRemoteControl';
const LIST_MS = 3000;
const DIALOG_MS = 1000;
const COMMAND_MS = 400;

/** Everything that control asks, to be asked anew after something was done. */
export const CONTROL_KEY = [AREA];

const asked = <T>(path: string, params: Params, refetchInterval: number) =>
  queryOptions({
    queryKey: [AREA, path, params],
    queryFn: ({ signal }) => get<T>(`${AREA}/${path}`, params, { quiet: true, signal }),
    placeholderData: keepPreviousData,
    refetchInterval,
  });

export const pointsQuery = (params: Params) =>
  asked<Page<ControlPointWire> & { counts: PointCounts }>('getPoints', params, LIST_MS);
export const pointQuery = (id: number, value: number | undefined) =>
  asked<PointDetail>('getPoint', value === undefined ? { id } : { id, value }, DIALOG_MS);
export const commandsQuery = (params: Params) =>
  asked<Page<CommandWire> & { counts: EndCounts }>('getCommands', params, LIST_MS);

/** A command with its steps, asked for until it has ended (and its power was verified). */
export const commandQuery = (commandId: number) =>
  queryOptions({
    queryKey: [AREA, 'getCommand', commandId],
    queryFn: ({ signal }) =>
      get<{ command: CommandWire; steps: StepWire[]; now: number }>(
        `${AREA}/getCommand`,
        { commandId },
        { quiet: true, signal },
      ),
    refetchInterval: (query) => (query.state.data?.command.endedAt === null ? COMMAND_MS : LIST_MS * 2),
  });

export const linkagesQuery = (params: Params) =>
  asked<Page<LinkageControlWire>>('getLinkages', params, LIST_MS * 5);

export const EXPORT_COMMANDS = `${AREA}/exportCommands`;

interface Proof {
  readonly password?: string;
  readonly code?: string;
}

export const selectPoint = (id: number, value: number, remark: string, key: string): Promise<SelectedWire> =>
  post(`${AREA}/select`, { id, value, key, ...(remark === '' ? {} : { remark }) });
export const selectApproved = (commandId: number): Promise<SelectedWire> =>
  post(`${AREA}/selectApproved`, { commandId });
export const operatePoint = (commandId: number, token: string, proof: Proof): Promise<CommandWire> =>
  post(`${AREA}/operate`, { commandId, token, ...proof });
export const cancelCommand = (commandId: number): Promise<CommandWire> =>
  post(`${AREA}/cancel`, { commandId });
export const approveCommand = (
  commandId: number,
  agreed: boolean,
  remark: string,
  proof: Proof,
): Promise<CommandWire> =>
  post(`${AREA}/approve`, {
    commandId,
    agreed: agreed ? 1 : 0,
    ...(remark === '' ? {} : { remark }),
    ...proof,
  });
export const hangTag = (id: number, reason: string): Promise<TagHung> => post(`${AREA}/tag`, { id, reason });
export const takeTagOff = (tagId: number): Promise<unknown> => post(`${AREA}/untag`, { tagId });
export const armLinkage = (
  { source, linkageId }: Pick<LinkageControlWire, 'source' | 'linkageId'>,
  armed: boolean,
  proof: Proof,
): Promise<unknown> => post(`${AREA}/armLinkage`, { source, linkageId, armed: armed ? 1 : 0, ...proof });
